import { setImmediate as turn } from 'node:timers/promises';
import type { MarketKind, Pair } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { MARKET } from '../../test/harness/trading.ts';
import { unanswered } from '../../test/support/unanswered.ts';
import type { MarketSide, Quotes } from '../engine/market-port.ts';
import { FollowedPairs } from './followed-pairs.ts';

const ASK_MS = 5_000;

const pair = (symbol: string, priceDecimals = 2): Pair => ({
  ...{ symbol, baseAsset: symbol.replace('USDT', ''), quoteAsset: 'USDT', priceDecimals },
});
const bySymbol = (pairs: Pair[]): Map<string, Pair> => new Map(pairs.map((each) => [each.symbol, each]));

/** A market elsewhere, whose owner has these pairs; null: nobody has it. */
function following(kind: MarketKind, known: Pair[], owned: Pair[] | null) {
  const clock = new FakeClock(0);
  let asked = 0;
  const owner = { pairs: owned };
  const sideWith = (pairs: ReadonlyMap<string, Pair>): MarketSide => {
    const side = unanswered({ ...MARKET, id: 'venue', kind }, pairs, () => undefined);
    const quotes = async (): Promise<Quotes> => {
      asked += 1;
      if (owner.pairs === null) return side.quotes();
      const nothing = { last: null, open24h: null, high24h: null, low24h: null, volume24h: 0n };
      return {
        status: { life: 'running', halt: null, ready: true, now: 0, members: 0, log: null },
        tickers: owner.pairs.map((each) => ({ pair: each, ...nothing })),
      };
    };
    return { ...side, quotes };
  };
  const sides = [sideWith(bySymbol(known))];
  const followed = new FollowedPairs({
    ...{ clock, followed: () => sides },
    changed: (side, pairs) => sides.splice(sides.indexOf(side), 1, sideWith(pairs)),
  });
  followed.start();
  const pass = async (): Promise<void> => {
    clock.advance(ASK_MS);
    await turn();
  };
  return { owner, sides, followed, pass, asked: () => asked, pairs: () => [...(sides[0]?.pairs.values() ?? [])] };
}

const [BTC, ETH] = [pair('BTCUSDT'), pair('ETHUSDT')];

it('C2 a venue elsewhere has the pairs of its owner, with their decimals, and those of its next owner', async () => {
  const { owner, pairs, sides, pass } = following('exchange', [BTC, ETH], [pair('ETHUSDT', 4)]);
  await turn();
  expect(pairs()).toEqual([pair('ETHUSDT', 4)]);
  const [side] = sides;
  await pass();
  expect(sides).toEqual([side]);
  owner.pairs = null;
  await pass();
  expect(pairs()).toEqual([pair('ETHUSDT', 4)]);
  owner.pairs = [ETH, BTC];
  await pass();
  expect(pairs()).toEqual([ETH, BTC]);
  owner.pairs = [BTC, ETH];
  await pass();
  expect(pairs()).toEqual([BTC, ETH]);
});

it('other markets have the same pairs everywhere, and nobody is asked after the end', async () => {
  const synthetic = following('synthetic', [BTC], [ETH]);
  await synthetic.pass();
  expect([synthetic.asked(), synthetic.pairs()]).toEqual([0, [BTC]]);
  const venue = following('exchange', [BTC], null);
  venue.followed.stop();
  venue.owner.pairs = [ETH];
  await venue.pass();
  expect([venue.asked(), venue.pairs()]).toEqual([1, [BTC]]);
});

it('an answer about a market that is not followed any more is of no use', async () => {
  const { sides, pairs } = following('exchange', [BTC], [ETH]);
  const [side] = sides.splice(0);
  await turn();
  expect([sides, pairs(), side?.pairs.size]).toEqual([[], [], 1]);
});
