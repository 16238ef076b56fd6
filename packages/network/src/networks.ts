import type { Asset } from './assets.ts';

/** Networks whose addresses look alike belong to one family: that is how the classic mistake happens. */
export const FAMILIES = ['bitcoin', 'evm', 'tron'] as const;
export type Family = (typeof FAMILIES)[number];

export const NETWORKS = ['bitcoin', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'tron'] as const;
export type Network = (typeof NETWORKS)[number];

export interface NetworkRules {
  /** As exchanges name it. */
  title: string;
  family: Family;
  /** A block appears at every multiple of this after {@link GENESIS_MS}. */
  blockMs: number;
  /** Blocks, the one with the transaction included, after which a transaction counts. */
  confirmations: number;
  /** Whether a transaction can carry a memo: digits only. */
  memo: boolean;
}

/** Block 0 of every chain: 2026-01-01T00:00:00Z, wall clock. */
export const GENESIS_MS = 1_767_225_600_000;

export const NETWORK_RULES: Readonly<Record<Network, NetworkRules>> = {
  bitcoin: { title: 'Bitcoin', family: 'bitcoin', blockMs: 10_000, confirmations: 2, memo: false },
  ethereum: { title: 'ERC20 (Ethereum)', family: 'evm', blockMs: 4_000, confirmations: 5, memo: false },
  bsc: { title: 'BEP20 (BSC)', family: 'evm', blockMs: 2_000, confirmations: 5, memo: false },
  polygon: { title: 'Polygon (PoS)', family: 'evm', blockMs: 2_000, confirmations: 8, memo: false },
  arbitrum: { title: 'Arbitrum One', family: 'evm', blockMs: 1_000, confirmations: 10, memo: false },
  tron: { title: 'TRC20 (Tron)', family: 'tron', blockMs: 3_000, confirmations: 4, memo: true },
};

/** Where each coin lives; the first is the default. */
export const ASSET_NETWORKS: Readonly<Record<Asset, readonly [Network, ...Network[]]>> = {
  USDT: ['bsc', 'ethereum', 'tron', 'polygon', 'arbitrum'],
  BTC: ['bitcoin'],
  ETH: ['ethereum', 'arbitrum', 'bsc', 'polygon'],
};

export const isNetwork = (text: string): text is Network => (NETWORKS as readonly string[]).includes(text);
export const carries = (network: Network, asset: Asset): boolean => ASSET_NETWORKS[asset].includes(network);

/** A few digits only: too short even for a phone number, so that nothing in it can lead a person elsewhere. */
export const MEMO = /^\d{1,6}$/;

/** Height of the newest block at a time, ms; negative before the first block. */
export function heightAt(network: Network, timeMs: number): number {
  return Math.floor((timeMs - GENESIS_MS) / NETWORK_RULES[network].blockMs);
}

/** When the block of a height appears, ms. */
export function blockTime(network: Network, height: number): number {
  return GENESIS_MS + height * NETWORK_RULES[network].blockMs;
}

/** Confirmations at a time of a transaction in the block of `height`: 0 until that block is there. */
export function confirmationsAt(network: Network, height: number, timeMs: number): number {
  return Math.max(0, heightAt(network, timeMs) - height + 1);
}
