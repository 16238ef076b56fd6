import { describe, expect, it } from 'vitest';
import { ONE_USDT } from '@plecho/domain';
import { nameOf, NOTHING_TYPED, readGuess } from './read-guess.ts';

const ABOUT = { symbol: 'BTCUSDT', side: 'long', leverage: 5, margin: 100n * ONE_USDT } as const;

describe('readGuess', () => {
  it('reads numbers as people type them', () => {
    expect(readGuess(ABOUT, { liquidation: '54 000,5', isNone: false, loss: '25,5' })).toEqual({
      body: { symbol: 'BTCUSDT', type: 'long', leverage: 5, amount: '100', liquidation: '54000.5', loss: '25.5' },
    });
  });

  it('takes that there is none, whatever is in the field', () => {
    const read = readGuess(ABOUT, { liquidation: 'x', isNone: true, loss: '5' });
    expect(read).toMatchObject({ body: { liquidation: null } });
  });

  it.each([
    ['', '5', 'liquidation'],
    ['0', '5', 'liquidation'],
    ['много', '5', 'liquidation'],
    ['54000', '', 'loss'],
    ['54000', '-5', 'loss'],
  ])('says what is wrong with «%s» and «%s»', (liquidation, loss, wrong) => {
    expect(readGuess(ABOUT, { ...NOTHING_TYPED, liquidation, loss })).toEqual({ wrong });
  });
});

it('a guess is about a market, a pair, a direction and a leverage, whatever the margin', () => {
  expect(nameOf(ABOUT, 'main')).toBe('main BTCUSDT long 5');
});
