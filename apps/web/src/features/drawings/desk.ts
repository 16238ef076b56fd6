import { useSyncExternalStore } from 'react';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { Emitter } from '@/lib/emitter.ts';
import type { DrawingBook } from './drawing-book.ts';
import type { DrawingKind, Part } from './drawing.ts';

interface DeskState {
  /** Whether the tools are shown. */
  isOpen: boolean;
  /** What is drawn next, on whichever chart it is begun; null moves and chooses. */
  tool: DrawingKind | null;
  /** Whether points snap to the prices of candles. */
  magnet: boolean;
  /** A drawing that is being worked on, and what of it the arrow keys move. */
  chosen: { book: DrawingBook; id: number; part: Part } | null;
  /** The chart last touched: the list and undo are about its drawings. */
  at: { book: DrawingBook; surface: ChartSurface } | null;
  /** Read out. */
  said: string;
}

const START: DeskState = { isOpen: false, tool: null, magnet: false, chosen: null, at: null, said: '' };

/** What the charts of a page have in common while somebody draws on them. */
export class DrawingDesk {
  readonly #changed = new Emitter();
  #state = START;

  readonly listen = this.#changed.listen;
  readonly state = (): DeskState => this.#state;

  set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changed.emit();
  }

  /** Takes a drawing up, or none. */
  choose(book: DrawingBook, id: number | null, part: Part = 'whole'): void {
    this.set({ chosen: id === null ? null : { book, id, part } });
  }

  /** From now on the list and undo are about this chart. */
  touch(book: DrawingBook, surface: ChartSurface): void {
    this.set({ at: { book, surface } });
  }

  /** A chart is gone. */
  leave(surface: ChartSurface): void {
    if (this.#state.at?.surface === surface) this.set({ at: null, chosen: null });
  }

  undo(said: string): void {
    if (this.#state.at?.book.undo() === true) this.set({ said });
  }

  redo(said: string): void {
    if (this.#state.at?.book.redo() === true) this.set({ said });
  }
}

export const useDesk = (desk: DrawingDesk): DeskState => useSyncExternalStore(desk.listen, desk.state);
