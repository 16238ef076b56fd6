import { describe, expect, it } from 'vitest';
import { parsePrice } from '@plecho/domain';
import { DRAWING_KINDS, isPosition, type Drawing, type DrawingKind } from './drawing.ts';
import { hitTest, shapeOf, type View } from './shape.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;
/** A second is a pixel, and so is a dollar; the plot's top is 1 000. */
const view: View = {
  size: { width: 800, height: 600 },
  step: 60,
  priceDecimals: 2,
  xOf: (time) => time,
  yOf: (value) => 1000 - value,
  funds: null,
};
const drawn = (kind: DrawingKind): Drawing => {
  const corner = { time: 200, price: price('700') };
  if (kind === 'horizontal') return { id: 1, kind, locked: false, anchors: [corner] };
  const others = isPosition(kind)
    ? [
        { time: 400, price: price(kind === 'long' ? '800' : '600') },
        { time: 400, price: price(kind === 'long' ? '600' : '800') },
      ]
    : [{ time: 400, price: price('500') }];
  return { id: 1, kind, locked: false, anchors: [corner, ...others] };
};
const hit = (kind: DrawingKind, x: number, y: number, isChosen = false) => {
  const shape = shapeOf(drawn(kind), view);
  return shape === null ? undefined : hitTest(shape, { x, y }, 6, isChosen);
};

describe('what is under the pointer', () => {
  it('is found on every kind of drawing, and not beside it', () => {
    const found = DRAWING_KINDS.map((kind) => [kind, hit(kind, 200, 303), hit(kind, 200, 50)]);
    expect(found).toEqual(DRAWING_KINDS.map((kind) => [kind, 'whole', null]));
    expect(hit('horizontal', 790, 300)).toBe('whole');
    expect(hit('trend', 300, 400)).toBe('whole');
    expect(hit('trend', 450, 550)).toBeNull();
    expect(hit('ray', 450, 550)).toBe('whole');
    expect(hit('ray', 150, 250)).toBeNull();
    expect(hit('rectangle', 400, 400)).toBe('whole');
    // The level of 50 %.
    expect(hit('fibonacci', 250, 400)).toBe('whole');
    expect(hit('fibonacci', 250, 440)).toBeNull();
  });

  it('is an anchor, or the inside, only of a chosen one', () => {
    expect(hit('trend', 401, 499)).toBe('whole');
    expect(hit('trend', 401, 499, true)).toBe(1);
    expect(hit('rectangle', 300, 400)).toBeNull();
    expect(hit('rectangle', 300, 400, true)).toBe('whole');
    expect(hit('long', 400, 200, true)).toBe(1);
    expect(hit('short', 400, 200, true)).toBe(2);
  });

  it('keeps to what can be seen of a drawing far away', () => {
    const far: Drawing = {
      ...drawn('trend'),
      anchors: [
        { time: 0, price: price('1') },
        { time: 90_000_000, price: price('900000000') },
      ],
    };
    const shape = shapeOf(far, view);
    expect(
      shape?.lines.every(({ from, to }) => [from.x, from.y, to.x, to.y].every((own) => own > -10 && own < 900)),
    ).toBe(true);
  });

  it('is nothing while the chart has no scales', () => {
    expect(shapeOf(drawn('trend'), { ...view, xOf: () => null })).toBeNull();
  });
});

it('says what the figures of a drawing are', () => {
  const label = (kind: DrawingKind): string =>
    (shapeOf(drawn(kind), view)?.labels ?? []).map(({ text }) => text).join('|');
  expect(label('measure').replaceAll(/\s/gu, ' ')).toBe('−200,00 (−28,57 %)|3 свеч., 3 мин 20 с');
  expect(label('long').replaceAll(/\s/gu, ' ')).toBe('Цель 800,00 (+14,29 %)|Стоп 600,00 (−14,29 %)|1,00R');
  expect(label('fibonacci').replaceAll(/\s/gu, ' ')).toContain('61,8 %  623,60');
});

it('leaves out the words of levels that would cover others, and keeps those of both ends', () => {
  const small: Drawing = {
    ...drawn('fibonacci'),
    anchors: [
      { time: 200, price: price('700') },
      { time: 400, price: price('660') },
    ],
  };
  const labels = shapeOf(small, view)?.labels ?? [];
  const places = labels.map(({ y }) => y).sort((a, b) => a - b);
  expect(places.every((y, n) => n === 0 || y - (places[n - 1] ?? 0) >= 13)).toBe(true);
  expect(labels.map(({ text }) => text.split('  ')[0])).toEqual(expect.arrayContaining(['0,0 %', '100,0 %']));
  expect(shapeOf(small, view)?.lines).toHaveLength(8);
});
