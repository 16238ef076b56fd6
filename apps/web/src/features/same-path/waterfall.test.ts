import { describe, expect, it } from 'vitest';
import { waterfall } from './waterfall.ts';

describe('waterfall', () => {
  it('goes from part to part and ends in their sum', () => {
    const bars = waterfall({ direction: '4', leverage: '16', spread: '0', insurance: '0', fee: '-5', net: '15' });
    expect(bars.map(({ part, amount, from, to }) => [part, amount, from, to])).toEqual([
      ['direction', 4_000_000n, 0, 0.2],
      ['leverage', 16_000_000n, 0.2, 1],
      ['fee', -5_000_000n, 1, 0.75],
      ['net', 15_000_000n, 0, 0.75],
    ]);
  });

  it('has its zero where a loss needs it, and draws nothing of nothing', () => {
    const loss = waterfall({ direction: '-10', leverage: '-90', spread: '0', insurance: '20', fee: '0', net: '-80' });
    expect(loss.map(({ part, from, to }) => [part, from, to])).toEqual([
      ['direction', 1, 0.9],
      ['leverage', 0.9, 0],
      ['insurance', 0, 0.2],
      ['fee', 0.2, 0.2],
      ['net', 1, 0.2],
    ]);
    const nothing = waterfall({ direction: '0', leverage: '0', spread: '0', insurance: '0', fee: '0', net: '0' });
    expect(nothing.every(({ from, to }) => from === 0 && to === 0)).toBe(true);
  });
});
