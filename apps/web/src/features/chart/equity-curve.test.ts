import { describe, expect, it } from 'vitest';
import { formatSignedMoney } from '@/lib/format.ts';
import { curveMoney, curvePoints } from './equity-curve.ts';

const point = (time: number, gained: string, net = '0') => ({ time, gained, net });

describe('curvePoints', () => {
  it('falls from the highest point before', () => {
    const points = curvePoints([point(0, '0'), point(1, '100'), point(2, '0'), point(3, '50')], 'gained');
    expect(points.map(({ value, fall }) => [value, fall])).toEqual([
      [0, 0],
      [100, 0],
      [0, 50],
      [50, 25],
    ]);
  });

  it('has each second once: its last value and its deepest fall', () => {
    const points = curvePoints([point(0, '0'), point(5, '-20', '-200'), point(5, '10', '100')], 'net');
    expect(points).toEqual([
      { time: 0, value: 0, fall: 0 },
      { time: 5, value: 100, fall: expect.closeTo(20) },
    ]);
  });
});

it('an amount on the curve is that of the figures, to the cent', () => {
  for (const net of ['-36.813', '36.819', '-40.000000', '0.000001']) {
    expect(curveMoney(Number(net))).toBe(formatSignedMoney(net));
  }
});
