/** Prints the bytes that the engine holds for each open position; needs --expose-gc. */
import { DEFAULT_RULES } from '@plecho/domain';
import { MarketEngine } from '../../../apps/server/src/engine/market-engine.ts';
import { PricePath } from '../../../apps/server/src/engine/price-path.ts';
import { snapshotOf } from './book.ts';
import { countedIds } from '@plecho/testkit';

const COUNT = 100_000;

function usedBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const options = {
  marketId: 'main',
  rules: DEFAULT_RULES,
  startBalance: 0n,
  ids: countedIds(() => 1n),
  prices: { hasSymbol: () => true, lastRecord: () => null },
  path: new PricePath(),
};
const before = usedBytes();
const engine = new MarketEngine(snapshotOf(COUNT), options);
process.stdout.write(`${(usedBytes() - before) / COUNT}\n`);
if (engine.state.positions.size !== COUNT) process.exitCode = 1;
