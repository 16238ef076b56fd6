import { Emitter } from '@/lib/emitter.ts';
import { listenToText, readText, writeText } from '@/lib/text-store.ts';
import { toast } from '@/ui/index.ts';
import type { Drawing } from './drawing.ts';
import { storageKey, type Place } from './place.ts';
import { NO_TRAIL, redone, undone, withDone, withStep, type Step, type Trail } from './steps.ts';
import { MAX_DRAWINGS, readDrawings, writeDrawings } from './stored.ts';
import { drawingTexts as texts } from './texts.ts';

/** Whether it was said already, in this page, that nothing is kept. */
let saidNotKept = false;

/** The drawings of one pair: every chart of it shows them, and each change can be undone. */
export class DrawingBook {
  readonly place: Place;
  readonly #key: string;
  readonly #changed = new Emitter();
  #text: string | null = null;
  #items: readonly Drawing[] = [];
  #shown: readonly Drawing[] = [];
  #trail: Trail = NO_TRAIL;
  #listeners = 0;
  #stop: () => void = () => undefined;
  #saidSpoilt = false;

  constructor(place: Place) {
    this.place = place;
    this.#key = storageKey(place);
    this.#read();
  }

  /** Ascending by id; the same list until something is changed. */
  readonly items = (): readonly Drawing[] => this.#shown;

  /** What can be undone and done again. */
  readonly trail = (): Trail => this.#trail;

  /** While anybody listens, what another tab draws is heard of. */
  readonly listen = (listener: () => void): (() => void) => {
    const end = this.#changed.listen(listener);
    this.#listeners += 1;
    if (this.#listeners === 1) {
      this.#stop = listenToText(this.#key, () => this.#read());
      this.#read();
    }
    return () => {
      end();
      this.#listeners -= 1;
      if (this.#listeners === 0) this.#stop();
    };
  };

  find(id: number): Drawing | null {
    return this.#items.find((drawing) => drawing.id === id) ?? null;
  }

  /** Shows a drawing as it is being moved; nothing of it is kept. null ends it. */
  preview(moving: Drawing | null): void {
    this.#shown = moving === null ? this.#items : this.#items.map((own) => (own.id === moving.id ? moving : own));
    this.#changed.emit();
  }

  /** @returns the new drawing; null when there are too many, which is said */
  add(drawing: Omit<Drawing, 'id'>): Drawing | null {
    if (this.#items.length >= MAX_DRAWINGS) {
      toast.warn(texts.tooMany);
      return null;
    }
    const id = (this.#items.at(-1)?.id ?? 0) + 1;
    const after = { ...drawing, id };
    this.#do([{ id, before: null, after }]);
    return after;
  }

  /** Puts a drawing in the place of the one with its id. */
  replace(after: Drawing): void {
    const before = this.find(after.id);
    if (before === null) return;
    this.#do([{ id: after.id, before, after }]);
  }

  remove(ids: readonly number[]): void {
    this.#do(
      this.#items.filter(({ id }) => ids.includes(id)).map((before) => ({ id: before.id, before, after: null })),
    );
  }

  /** @returns whether there was something to undo */
  undo(): boolean {
    const back = undone(this.#trail);
    if (back === null) return false;
    this.#trail = back.trail;
    this.#put(withStep(this.#items, back.step, 'before'));
    return true;
  }

  /** @returns whether there was something to do again */
  redo(): boolean {
    const forth = redone(this.#trail);
    if (forth === null) return false;
    this.#trail = forth.trail;
    this.#put(withStep(this.#items, forth.step, 'after'));
    return true;
  }

  #do(step: Step): void {
    if (step.length === 0) return;
    this.#trail = withDone(this.#trail, step);
    this.#put(withStep(this.#items, step, 'after'));
  }

  #put(items: readonly Drawing[]): void {
    this.#items = items;
    this.#shown = items;
    this.#text = writeDrawings(items, this.place);
    const isKept = writeText(this.#key, this.#text);
    if (!isKept && !saidNotKept) toast.warn(texts.notKept);
    saidNotKept = !isKept;
    this.#changed.emit();
  }

  #read(): void {
    const text = readText(this.#key);
    if (text === this.#text) return;
    this.#text = text;
    const { items, spoilt } = readDrawings(text, this.place);
    this.#items = items;
    this.#shown = items;
    // Of another tab: it gives out the same ids, and what would be undone here could be its own.
    this.#trail = NO_TRAIL;
    if (spoilt && !this.#saidSpoilt) toast.warn(texts.spoilt);
    this.#saidSpoilt ||= spoilt;
    this.#changed.emit();
  }
}

const books = new Map<string, DrawingBook>();

/** The one book of a pair. */
export function bookOf(place: Place): DrawingBook {
  const key = storageKey(place);
  const known = books.get(key);
  if (known !== undefined) return known;
  const book = new DrawingBook(place);
  books.set(key, book);
  return book;
}
