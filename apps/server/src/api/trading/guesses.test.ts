import { DEFAULT_RULES, ONE_PRICE, ONE_USDT, type Side } from '@plecho/domain';
import { expect, it } from 'vitest';
import { positionAt } from './guesses.ts';

const RULES = { ...DEFAULT_RULES, spreads: new Map([['BTCUSDT', 20_000n]]) };
const about = (side: Side, symbol = 'BTCUSDT') => ({ side, symbol, margin: ONE_USDT, leverage: 2 });
const [BID, MID, ASK] = [99n * ONE_PRICE, 100n * ONE_PRICE, 101n * ONE_PRICE];

it('a guess is about a position that buys at the ask and sells at the bid', () => {
  expect(positionAt(MID, about('long'), RULES)).toMatchObject({ side: 'long', entryPrice: ASK, exitPrice: BID });
  expect(positionAt(MID, about('short'), RULES)).toMatchObject({ side: 'short', entryPrice: BID, exitPrice: ASK });
  expect(positionAt(MID, about('long', 'ETHUSDT'), RULES)).toMatchObject({ entryPrice: MID, exitPrice: MID });
});
