import { DEFAULT_RULES, liquidationPrice, type Price, type Side } from '@plecho/domain';
import type {
  AccountState,
  MarketSnapshot,
  PositionState,
  PriceRecord,
} from '../../../apps/server/src/commands/batch.ts';

const ENTRY: Price = 60_000n * 100_000_000n;

/** A market snapshot with `count` open positions on one symbol, 5 to an account, half of them short. */
export function snapshotOf(count: number): MarketSnapshot {
  const accounts: AccountState[] = [];
  const positions: PositionState[] = [];
  for (let n = 0; n < count; n += 1) {
    const accountId = BigInt(Math.floor(n / 5) + 1);
    if (n % 5 === 0) {
      accounts.push({
        id: accountId,
        userId: accountId,
        version: 1n,
        available: 1_000_000_000n,
        orders: 0n,
        margin: 500_000_000n,
        locked: 0n,
        realisedPnl: 0n,
        season: 1,
        seasonStartedAt: 1_000,
        attempt: null,
      });
    }
    positions.push(
      positionOf(n, accountId, { seq: BigInt(n + 1), symbol: 'BTCUSDT', price: ENTRY + 0n, time: 1_000 + n }),
    );
  }
  return {
    accounts,
    positions,
    orders: [],
    barred: [],
    fundingRounds: [],
    lastSeq: BigInt(count),
    lastRecordTime: 1_000 + count,
    halt: null,
    haltedTimes: [],
  };
}

function positionOf(n: number, accountId: bigint, entryRecord: PriceRecord): PositionState {
  const side: Side = n % 2 === 0 ? 'long' : 'short';
  const leverage = 2 + (n % 9);
  const margin = 100_000_000n;
  const sign = side === 'long' ? 1n : -1n;
  const step = (ENTRY / 1_000_000n) * BigInt(n % 10_000);
  return {
    id: BigInt(1_000_000 + n),
    accountId,
    symbol: 'BTCUSDT',
    side,
    margin,
    leverage,
    notional: margin * BigInt(leverage),
    entryPrice: ENTRY,
    liquidationPrice: liquidationPrice(side, ENTRY, leverage, DEFAULT_RULES.maintenance),
    takeProfit: ENTRY + sign * (ENTRY / 20n + step),
    stopLoss: ENTRY - sign * (ENTRY / 50n + step),
    initialStopLoss: null,
    trailing: null,
    openFee: 0n,
    ...{ maker: false, added: [], funding: 0n, fundedAt: 0 },
    openedAt: 1_000,
    entryRecord,
  };
}
