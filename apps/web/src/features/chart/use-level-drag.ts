import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import type { Order, PositionState } from '@plecho/contract';
import type { Price } from '@plecho/domain';
import { snapToTick } from '@/lib/tick.ts';
import type { ChartController } from './chart-controller.ts';
import { isDraggable, ownerOf, type PriceLevel } from './levels.ts';

/** Movement below this many pixels is a tap. */
const TAP_SLOP = 4;

interface Grip {
  /** Of the level. */
  key: string;
  /** Of the pointer: another finger moves and ends nothing. */
  pointer: number;
  startY: number;
  /** From the pointer to the line. */
  offset: number;
  moved: boolean;
  /** Where it was moved to last: it may be let go before that is drawn. */
  price: Price | null;
}

/** A level that is shown elsewhere than where it is. */
interface Held {
  key: string;
  price: Price;
  /** Dropped: the position or order as it was known then. What is heard of it afterwards is newer than the drop. */
  droppedOn: PositionState | Order | null;
}

export interface LevelDrag {
  /** The levels as they are shown: the held one where the pointer is or left it, all others where they are. */
  levels: readonly PriceLevel[];
  handlers: (level: PriceLevel) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
  /** Whether this click is a click, and not the end of a drag. */
  isClick: () => boolean;
}

/** Whether a held level is to be shown at its own place again: it is gone, or there is news of what it is of. */
function isOver(held: Held, levels: readonly PriceLevel[]): boolean {
  const own = levels.find(({ key }) => key === held.key);
  return own === undefined || (held.droppedOn !== null && ownerOf(own) !== held.droppedOn);
}

/** The level that is held, if any, and all levels as they are shown. */
function useHeld(own: readonly PriceLevel[]) {
  const [held, setHeld] = useState<Held | null>(null);
  if (held !== null && isOver(held, own)) setHeld(null);
  const levels = useMemo(
    () => own.map((level) => (held?.key === level.key ? { ...level, price: held.price } : level)),
    [own, held],
  );
  return { held, setHeld, levels };
}

/** null for a price that is on no scale. */
function gripOf(level: PriceLevel, event: PointerEvent<HTMLElement>, controller: ChartController): Grip | null {
  const y = controller.yOf(Number(level.price) / 1e8);
  if (y === null) return null;
  // A line out of sight comes to the pointer; any other keeps its distance.
  const inSight = y >= 0 && y <= controller.plotSize().height;
  const top = event.currentTarget.offsetParent?.getBoundingClientRect().top ?? 0;
  const offset = inSight ? y - event.clientY : -top;
  return { key: level.key, pointer: event.pointerId, startY: event.clientY, offset, moved: false, price: null };
}

/** @param giveUp returns whether there was something to give up: then the key is nobody else's */
function useEscape(isHeld: boolean, giveUp: () => boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && giveUp()) event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
}

/**
 * Dragging take profit and stop loss lines, and what orders wait for, by mouse, pen or touch. Escape gives up.
 * @param onDrop resolves to whether the level was moved; if not, it is shown where it is again
 */
export function useLevelDrag(
  own: readonly PriceLevel[],
  controller: ChartController | null,
  priceDecimals: number,
  onDrop: (level: PriceLevel, price: Price) => Promise<boolean>,
): LevelDrag {
  const { held, setHeld, levels } = useHeld(own);
  const grip = useRef<Grip | null>(null);
  const dragged = useRef(false);

  const release = (): void => {
    grip.current = null;
    setHeld(null);
  };

  useEscape(held !== null, () => {
    if (grip.current === null) return false;
    release();
    return true;
  });

  const handlers: LevelDrag['handlers'] = (level) => ({
    onPointerDown: (event) => {
      dragged.current = false;
      if (!isDraggable(level) || event.button !== 0 || !event.isPrimary || controller === null) return;
      const taken = gripOf(level, event, controller);
      if (taken === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = taken;
    },
    onPointerMove: (event) => {
      const current = grip.current;
      if (current?.key !== level.key || current.pointer !== event.pointerId || controller === null) return;
      if (!current.moved && Math.abs(event.clientY - current.startY) < TAP_SLOP) return;
      current.moved = true;
      dragged.current = true;
      const raw = controller.priceAt(event.clientY + current.offset);
      const price = raw === null ? null : snapToTick(raw, priceDecimals);
      if (price === null) return;
      current.price = price;
      setHeld({ key: level.key, price, droppedOn: null });
    },
    onPointerUp: (event) => {
      const current = grip.current;
      if (current?.pointer !== event.pointerId) return;
      grip.current = null;
      if (current.key !== level.key || current.price === null) return;
      const drop = { key: level.key, price: current.price, droppedOn: ownerOf(level) };
      setHeld(drop);
      void onDrop(level, drop.price).then((wasMoved) => {
        if (!wasMoved) setHeld((now) => (now === drop ? null : now));
      });
    },
    onPointerCancel: (event) => {
      if (grip.current?.pointer === event.pointerId) release();
    },
  });

  return {
    levels,
    handlers,
    isClick: () => {
      const ended = dragged.current;
      dragged.current = false;
      return !ended;
    },
  };
}
