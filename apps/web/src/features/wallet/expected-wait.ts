import { NETWORK_RULES, type FeeLevel, type Network } from '@plecho/network';

/** Hundredths of a block that a transfer of each level waits for its own block on average. */
const BLOCKS: Readonly<Record<FeeLevel, number>> = { fast: 100, normal: 125, slow: 286 };

/** Whole seconds on average until a block takes a transfer of this level; it is submitted anywhere between two blocks. */
export function secondsToBlock(network: Network, level: FeeLevel): number {
  return Math.ceil((BLOCKS[level] * NETWORK_RULES[network].blockMs) / 100_000);
}

/** Whole seconds on average until such a transfer has the confirmations that it needs. */
export function secondsToCount(network: Network, level: FeeLevel): number {
  const { blockMs, confirmations } = NETWORK_RULES[network];
  return secondsToBlock(network, level) + Math.ceil(((confirmations - 1) * blockMs) / 1000);
}
