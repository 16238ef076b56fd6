import { afterEach, beforeEach, expect, it } from 'vitest';
import { parsePrice } from '@plecho/domain';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { DrawingDesk } from './desk.ts';
import { DrawingBook } from './drawing-book.ts';
import { DrawingHand } from './drawing-hand.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;

/** A chart of a bar for 10 pixels, whose prices go from 1000 at the top down, 1 a pixel. */
function chart(): ChartSurface {
  const element = document.body.appendChild(document.createElement('div'));
  const bar = { time: 0, open: 1, high: 1, low: 1, close: 1 };
  return {
    ...{ market: 'main', symbol: 'BTCUSDT', step: 60, priceDecimals: 2, element, bars: () => [bar] },
    ...{ xOf: (time: number) => time / 6, timeAt: (x: number) => x * 6 },
    ...{ yOf: (value: number) => 1000 - value, priceAt: (y: number) => 1000 - y },
    ...{ size: () => ({ width: 500, height: 400 }), paint: () => () => undefined, redraw: () => undefined },
  } as unknown as ChartSurface;
}

let surface: ChartSurface;
let book: DrawingBook;
let desk: DrawingDesk;
let hand: DrawingHand;

beforeEach(() => {
  localStorage.clear();
  surface = chart();
  book = new DrawingBook(surface);
  desk = new DrawingDesk();
  hand = new DrawingHand(surface, book, desk);
});
afterEach(() => {
  hand.stop();
  surface.element.remove();
});

/** @param pointerId 1 is the first finger on the glass, and 2 another one */
function finger(type: 'down' | 'move' | 'up' | 'cancel', pointerId: 1 | 2, y: number): void {
  surface.element.dispatchEvent(
    new PointerEvent(`pointer${type}`, {
      ...{ pointerId, isPrimary: pointerId === 1, pointerType: 'touch', button: 0 },
      ...{ clientX: 100, clientY: y, bubbles: true, cancelable: true },
    }),
  );
}

const prices = (): (bigint | undefined)[] => book.items().map(({ anchors }) => anchors[0]?.price);

it('a drawing follows the finger that took it up, and no other', () => {
  const line = book.add({ kind: 'horizontal', locked: false, anchors: [{ time: 0, price: price('800') }] });
  desk.choose(book, line?.id ?? null);
  finger('down', 1, 200);
  finger('move', 1, 250);
  finger('down', 2, 50);
  finger('move', 2, 60);
  expect(prices()).toEqual([price('750')]);
  finger('up', 2, 60);
  finger('move', 1, 260);
  finger('cancel', 2, 60);
  finger('move', 1, 270);
  finger('up', 1, 270);
  expect(prices()).toEqual([price('730')]);
  expect(new DrawingBook(surface).items()).toEqual(book.items());
});

it('what is begun by one finger is not ended by another', () => {
  desk.set({ tool: 'horizontal' });
  finger('down', 1, 200);
  finger('up', 2, 300);
  expect(prices()).toEqual([]);
  finger('move', 1, 210);
  finger('up', 1, 210);
  expect(prices()).toEqual([price('790')]);
});
