import { createHash } from 'node:crypto';
import { encodeAddress, encodeBlockHash, encodeTransactionHash, NETWORK_RULES, type Network } from '@plecho/network';
import type { NewTransaction } from './ports.ts';

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** @param nonce keeps two equal transactions of one moment apart */
export function transactionHash(transaction: Omit<NewTransaction, 'hash'>, nonce: Uint8Array): string {
  const { network, asset, from, to, amount, fee, memo, submittedAt, block } = transaction;
  const parts = [network, asset, from, to, amount.toString(), fee.toString(), memo, submittedAt, block];
  return encodeTransactionHash(sha256(JSON.stringify([...parts, Buffer.from(nonce).toString('hex')])));
}

/** A block is a moment of its chain, so its hash depends on nothing else. */
export function blockHash(network: Network, height: number): string {
  return encodeBlockHash(sha256(`block ${height} of ${network}`));
}

/** Where the exchange pays withdrawals from: one address for each family, the same in every installation. */
export function reserveAddress(network: Network): string {
  const { family } = NETWORK_RULES[network];
  return encodeAddress(family, sha256(`reserve of ${family}`).subarray(0, 20));
}
