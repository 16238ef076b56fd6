import { NETWORK_RULES, type Network } from '@plecho/network';

interface Seen {
  network: Network;
  /** null while it waits for a block. */
  block: number | null;
  confirmations: number;
  confirmationsNeeded: number;
}

/**
 * Confirmations of a transaction by now: what was told, and a block for each of the network's
 * intervals since. Never ahead of the network by more than a part of a block.
 * @param toldAt when it was told, ms
 */
export function grownConfirmations({ network, block, confirmations }: Seen, toldAt: number, now: number): number {
  if (block === null) return 0;
  return confirmations + Math.max(0, Math.floor((now - toldAt) / NETWORK_RULES[network].blockMs));
}

/** Whether a transaction counts. */
export const isFinal = ({ confirmations, confirmationsNeeded }: Omit<Seen, 'network' | 'block'>): boolean =>
  confirmations >= confirmationsNeeded;
