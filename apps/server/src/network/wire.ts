import type * as wire from '@plecho/contract';
import { blockTime, confirmationsAt, formatCoins, heightAt, NETWORK_RULES } from '@plecho/network';
import type { NetworkTransaction, SentTransaction, WalletPlace } from './ports.ts';

/** @param now wall clock, ms: whether it waits, and its confirmations, are those of this moment */
export function toWireTransaction(transaction: NetworkTransaction, now: number): wire.NetworkTransaction {
  const { hash, network, asset, from, to, amount, fee, memo, submittedAt, block } = transaction;
  const waits = block > heightAt(network, now);
  return {
    hash,
    network,
    asset,
    from,
    to,
    amount: formatCoins(asset, amount),
    fee: formatCoins(asset, fee),
    memo,
    submittedAt,
    block: waits ? null : block,
    blockTime: waits ? null : blockTime(network, block),
    confirmations: confirmationsAt(network, block, now),
    confirmationsNeeded: NETWORK_RULES[network].confirmations,
  };
}

/** @param own addresses of the wallet: what one of them sends, goes out */
export function toWireWalletTransaction(
  transaction: SentTransaction,
  own: ReadonlySet<string>,
  now: number,
): wire.WalletTransaction {
  const { from, isLost } = transaction;
  const direction = from !== null && own.has(from) ? 'out' : 'in';
  return { ...toWireTransaction(transaction, now), direction, lost: isLost };
}

export function toWireBalance({ asset, network, address, balance, incoming }: WalletPlace): wire.WalletBalance {
  return { asset, network, address, balance: formatCoins(asset, balance), incoming: formatCoins(asset, incoming) };
}
