import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '@/ui/index.ts';
import { DrawingBook } from './drawing-book.ts';
import type { Drawing } from './drawing.ts';
import { storageKey } from './place.ts';
import { MAX_DRAWINGS } from './stored.ts';
import { drawingTexts as texts } from './texts.ts';

const KEY = (symbol: string): string => `plecho:${storageKey({ market: 'main', symbol })}`;
const at = (time: number): Omit<Drawing, 'id'> => ({
  kind: 'horizontal',
  locked: false,
  anchors: [{ time, price: 5n }],
});
const times = (book: DrawingBook): (number | undefined)[] => book.items().map(({ anchors }) => anchors[0]?.time);

let pair = 0;
/** A pair of its own for each test: what a browser refused to store lasts as long as the page. */
const newPair = (): string => {
  pair += 1;
  return `P${pair}USDT`;
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the drawings of a pair', () => {
  it('are found again, and stay apart from those of another pair', () => {
    const [symbol, other] = [newPair(), newPair()];
    const book = new DrawingBook({ market: 'main', symbol });
    book.add(at(1));
    book.add(at(2));
    expect(times(new DrawingBook({ market: 'main', symbol }))).toEqual([1, 2]);
    expect(times(new DrawingBook({ market: 'main', symbol: other }))).toEqual([]);
    expect(times(new DrawingBook({ market: 'replay', symbol }))).toEqual([]);
  });

  it('are undone and done again, and what was undone is not found again', () => {
    const place = { market: 'main', symbol: newPair() };
    const book = new DrawingBook(place);
    const first = book.add(at(1));
    if (first === null) throw new Error('not added');
    book.replace({ ...first, ...at(7) });
    book.remove([first.id]);
    expect([book.undo(), book.undo()]).toEqual([true, true]);
    expect(times(new DrawingBook(place))).toEqual([1]);
    expect([book.redo(), times(book)]).toEqual([true, [7]]);
    expect([book.undo(), book.undo(), book.undo()]).toEqual([true, true, false]);
    expect(times(book)).toEqual([]);
  });

  it('are not undone when they are another tab’s, which gives out the same ids', () => {
    const symbol = newPair();
    const [book, theirs] = [new DrawingBook({ market: 'main', symbol }), new DrawingBook({ market: 'main', symbol })];
    const end = book.listen(() => undefined);
    const first = book.add(at(1));
    const endTheirs = theirs.listen(() => undefined);
    theirs.remove([first?.id ?? 0]);
    theirs.add(at(2));
    window.dispatchEvent(new StorageEvent('storage', { key: KEY(symbol) }));
    expect(times(book)).toEqual([2]);
    expect([book.undo(), book.redo(), times(book)]).toEqual([false, false, [2]]);
    expect(times(new DrawingBook({ market: 'main', symbol }))).toEqual([2]);
    endTheirs();
    end();
  });

  it('keep nothing of one that is only being moved', () => {
    const place = { market: 'main', symbol: newPair() };
    const book = new DrawingBook(place);
    const first = book.add(at(1));
    if (first === null) throw new Error('not added');
    book.preview({ ...first, ...at(9) });
    expect(times(book)).toEqual([9]);
    expect(times(new DrawingBook(place))).toEqual([1]);
    book.preview(null);
    expect(times(book)).toEqual([1]);
  });

  it('are as many as the bound allows, and no more', () => {
    const book = new DrawingBook({ market: 'main', symbol: newPair() });
    for (let time = 1; time <= MAX_DRAWINGS; time += 1) book.add(at(time));
    expect(book.add(at(0))).toBeNull();
    expect(book.items()).toHaveLength(MAX_DRAWINGS);
  });

  it('go on in a browser that stores nothing, as long as the page does', () => {
    const symbol = newPair();
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const warn = vi.spyOn(toast, 'warn');
    const book = new DrawingBook({ market: 'main', symbol });
    book.add(at(1));
    book.add(at(2));
    expect(times(book)).toEqual([1, 2]);
    // Said once, not at each line.
    expect(warn.mock.calls).toEqual([[texts.notKept]]);
    expect(times(new DrawingBook({ market: 'main', symbol }))).toEqual([1, 2]);
  });

  it('begin anew over what is damaged, and follow another tab while they are shown', () => {
    const symbol = newPair();
    localStorage.setItem(KEY(symbol), '{"v":99,"items":{}}');
    const book = new DrawingBook({ market: 'main', symbol });
    expect(times(book)).toEqual([]);
    book.add(at(3));
    const theirs = new DrawingBook({ market: 'main', symbol });
    expect(times(theirs)).toEqual([3]);
    const end = book.listen(() => undefined);
    localStorage.removeItem(KEY(symbol));
    window.dispatchEvent(new StorageEvent('storage', { key: KEY(symbol) }));
    expect(times(book)).toEqual([]);
    end();
  });
});

it('warnings fit the two lines that a phone has for a message', () => {
  for (const text of [texts.tooMany, texts.notKept, texts.spoilt]) expect(text.length).toBeLessThanOrEqual(78);
});
