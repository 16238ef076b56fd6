import { NETWORK_RULES, type FeeLevel, type Network } from '@plecho/network';

/**
 * Hundredths of a block's time that a transaction of each level waits for its block on average: it is
 * submitted anywhere between two blocks, and 100, 80 or 35 of a hundred blocks take it.
 */
const BLOCKS: Readonly<Record<FeeLevel, number>> = { fast: 50, normal: 75, slow: 236 };

/** Whole seconds on average until a block takes a transaction of this level. */
export function secondsToBlock(network: Network, level: FeeLevel): number {
  return Math.ceil((BLOCKS[level] * NETWORK_RULES[network].blockMs) / 100_000);
}

/** Whole seconds on average until such a transaction has the confirmations that it needs. */
export function secondsToCount(network: Network, level: FeeLevel): number {
  const { blockMs, confirmations } = NETWORK_RULES[network];
  return secondsToBlock(network, level) + Math.ceil(((confirmations - 1) * blockMs) / 1000);
}
