/** Prints the bytes that the engine holds for each open position; needs --expose-gc. */
import { DEFAULT_RULES } from '@plecho/domain';
import type { MarketSnapshot } from '../../../apps/server/src/commands/batch.ts';
import { MarketEngine } from '../../../apps/server/src/engine/market-engine.ts';
import { PricePath } from '../../../apps/server/src/engine/price-path.ts';
import { toSnapshot } from '../../../apps/server/src/storage/journal/load.ts';
import type { Table } from '../../../apps/server/src/storage/journal/table.ts';
import { ACCOUNTS, POSITIONS } from '../../../apps/server/src/storage/journal/tables.ts';
import { snapshotOf } from './book.ts';
import { countedIds } from '@plecho/testkit';

const COUNT = 100_000;
/** A time as a market has it: too long for the small numbers that take no memory of their own. */
const OPENED_AT = Date.UTC(2026, 0, 1);

function usedBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A row as the database gives it: each value a text of its own. */
const textsOf = <State>({ list }: Table<State>, state: State): (string | null)[] =>
  list.map((column) => {
    const value = column.value(state);
    return value === null ? null : Buffer.from(String(value)).toString();
  });

/** What a market starts with, read from its rows as at any start. */
function stored(): MarketSnapshot {
  const { accounts, positions } = snapshotOf(COUNT);
  const rows = positions.map((position, n) => {
    const at = OPENED_AT + n;
    const entryRecord = { ...position.entryRecord, time: at };
    return textsOf(POSITIONS, { ...position, entryRecord, openedAt: at, initialStopLoss: position.stopLoss });
  });
  return toSnapshot({
    ...{ accounts: accounts.map((account) => textsOf(ACCOUNTS, account)), positions: rows },
    ...{ orders: [], barred: [], rounds: [], newest: undefined, halt: undefined, haltedTimes: [] },
  });
}

const options = {
  marketId: 'main',
  rules: DEFAULT_RULES,
  startBalance: 0n,
  ids: countedIds(() => 1n),
  prices: { hasSymbol: () => true, lastRecord: () => null, lastKnown: () => null },
  path: new PricePath(),
};
const before = usedBytes();
const engine = new MarketEngine(stored(), options);
process.stdout.write(`${(usedBytes() - before) / COUNT}\n`);
if (engine.state.positions.size !== COUNT) process.exitCode = 1;
