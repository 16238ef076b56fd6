import type * as wire from '@plecho/contract';
import { blockTime, confirmationsAt, formatCoins, heightAt, NETWORK_RULES, smallestLevelTaken } from '@plecho/network';
import type { ChainState, NetworkBlock, NetworkOverview } from '../network/explorer.ts';
import type { CoinBalance, NetworkTransaction, WalletPlace } from '../network/ports.ts';
import type { WalletTransaction } from '../network/wallets.ts';

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

/** @param now wall clock, ms: whether it waits, and its confirmations, are those of this moment */
export function toWireWalletTransaction(transaction: WalletTransaction, now: number): wire.WalletTransaction {
  const { direction, isLost } = transaction;
  return { ...toWireTransaction(transaction, now), direction, lost: isLost };
}

/** The answer to the request that sent it, however late it is asked again (rule L6). */
export function toWireTransactionAsSent(transaction: WalletTransaction): wire.WalletTransaction {
  return toWireWalletTransaction(transaction, transaction.submittedAt);
}

export function toWireWalletBalance(place: WalletPlace): wire.WalletBalance {
  const { asset, network, address, balance, incoming } = place;
  return { asset, network, address, balance: formatCoins(asset, balance), incoming: formatCoins(asset, incoming) };
}

function toWireChain({ network, height, mempool }: ChainState): wire.Chain {
  const { title, blockMs, confirmations } = NETWORK_RULES[network];
  return {
    network,
    title,
    height,
    blockSeconds: blockMs / 1000,
    confirmationsNeeded: confirmations,
    mempool,
    nextBlockTakes: smallestLevelTaken(network, height + 1),
  };
}

export function toWireOverview({ now, chains, newest }: NetworkOverview): wire.ExplorerOverview {
  return {
    now,
    chains: chains.map(toWireChain),
    newest: newest.map((transaction) => toWireTransaction(transaction, now)),
  };
}

export function toWireCoinBalance({ network, asset, balance }: CoinBalance): wire.ExplorerAddress['balances'][number] {
  return { network, asset, balance: formatCoins(asset, balance) };
}

export function toWireBlock({ now, network, height, hash, transactions }: NetworkBlock): wire.ExplorerBlock {
  return {
    network,
    height,
    hash,
    time: blockTime(network, height),
    confirmations: confirmationsAt(network, height, now),
    items: transactions.map((transaction) => toWireTransaction(transaction, now)),
  };
}
