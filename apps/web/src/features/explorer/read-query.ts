import { isNetwork, parseAddress, parseTransactionHash, type Network } from '@plecho/network';

export type Query =
  | { kind: 'nothing' }
  | { kind: 'block'; network: Network; height: number }
  /** To be looked up: a hash or an address, or neither. */
  | { kind: 'text'; text: string };

/** Reads what was typed or came with the address of the page; a block is «bsc:123». */
export function readQuery(q: string): Query {
  const text = q.trim();
  if (text === '') return { kind: 'nothing' };
  const [, network = '', height = ''] = /^([a-z]+):(\d{1,12})$/.exec(text) ?? [];
  return isNetwork(network) ? { kind: 'block', network, height: Number(height) } : { kind: 'text', text };
}

/** A block, as {@link readQuery} reads it. */
export const blockQuery = (network: Network, height: number): string => `${network}:${height}`;

/** Why a text was not found: it can't be anything here, it has a wrong character, or nothing is known of it. */
export function whyMissing(text: string): 'foreign' | 'checksum' | 'address' | 'unknown' {
  if (parseTransactionHash(text) !== null) return 'unknown';
  if (/^simtx1/i.test(text)) return 'checksum';
  const address = parseAddress(text);
  if (address === 'notPractice') return 'foreign';
  return address === 'checksum' ? 'checksum' : 'address';
}
