import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { Price } from '@plecho/domain';
import type { ChartController } from './chart-controller.ts';
import { isDraggable, snapToTick, type PriceLevel } from './levels.ts';

/** Movement below this many pixels is a tap. */
const TAP_SLOP = 4;

interface Grip {
  level: PriceLevel;
  startY: number;
  /** From the pointer to the line. */
  offset: number;
  moved: boolean;
}

export interface LevelDrag {
  /** The level being dragged or just dropped, and where it is. */
  held: { key: string; price: Price } | null;
  handlers: (level: PriceLevel) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
  };
  /** Puts the line back where the level is. */
  release: () => void;
  /** Whether this click is a click, and not the end of a drag. */
  isClick: () => boolean;
}

/** Dragging take profit and stop loss lines by mouse, pen or touch. Escape gives up. */
export function useLevelDrag(
  controller: ChartController | null,
  priceDecimals: number,
  onDrop: (level: PriceLevel, price: Price) => void,
): LevelDrag {
  const [held, setHeld] = useState<LevelDrag['held']>(null);
  const grip = useRef<Grip | null>(null);
  const dropped = useRef<PriceLevel | null>(null);
  const dragged = useRef(false);

  const release = (): void => {
    const level = grip.current?.level ?? dropped.current;
    grip.current = null;
    dropped.current = null;
    setHeld(null);
    if (level !== null) controller?.previewLevel(level.key, Number(level.price) / 1e8);
  };

  useEffect(() => {
    if (held === null) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || grip.current === null) return;
      event.stopPropagation();
      release();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });

  const handlers: LevelDrag['handlers'] = (level) => ({
    onPointerDown: (event) => {
      dragged.current = false;
      if (!isDraggable(level) || event.button !== 0 || controller === null) return;
      const y = controller.yOf(Number(level.price) / 1e8);
      if (y === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      // A line out of sight comes to the pointer; any other keeps its distance.
      const inSight = y >= 0 && y <= controller.plotSize().height;
      const top = event.currentTarget.offsetParent?.getBoundingClientRect().top ?? 0;
      const offset = inSight ? y - event.clientY : -top;
      grip.current = { level, startY: event.clientY, offset, moved: false };
    },
    onPointerMove: (event) => {
      const current = grip.current;
      if (current === null || controller === null) return;
      if (!current.moved && Math.abs(event.clientY - current.startY) < TAP_SLOP) return;
      current.moved = true;
      dragged.current = true;
      const raw = controller.priceAt(event.clientY + current.offset);
      const price = raw === null ? null : snapToTick(raw, priceDecimals);
      if (price === null) return;
      controller.previewLevel(level.key, Number(price) / 1e8);
      setHeld({ key: level.key, price });
    },
    onPointerUp: () => {
      const moved = grip.current?.moved === true;
      grip.current = null;
      if (!moved || held === null) return;
      dropped.current = level;
      onDrop(level, held.price);
    },
    onPointerCancel: release,
  });

  return {
    held,
    handlers,
    release,
    isClick: () => {
      const ended = dragged.current;
      dragged.current = false;
      return !ended;
    },
  };
}
