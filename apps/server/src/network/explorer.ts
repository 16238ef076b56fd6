import { heightAt, NETWORKS, parseAddress, parseTransactionHash, type Network } from '@plecho/network';
import DataLoader from 'dataloader';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { blockHash } from './digests.ts';
import type { CoinBalance, ExplorerStore, NetworkTransaction, Page } from './ports.ts';
import { readPracticeAddress } from './typed.ts';

/** Transactions on the first page of the explorer. */
const NEWEST = 20;
/** A block shows no more than this; nobody reads further. */
const MOST_IN_BLOCK = 200;
/** The first page is the same for everybody and is read no more often than this. */
const OVERVIEW_MS = 1_000;
/** Look-ups in one statement. */
const MOST_TOGETHER = 200;

export interface ChainState {
  network: Network;
  /** Of its newest block. */
  height: number;
  /** Transactions that wait, up to the bound that the storage counts to. */
  mempool: number;
}

export interface NetworkOverview {
  /** When it was read: wall clock, ms. */
  now: number;
  /** In the order of NETWORKS. */
  chains: ChainState[];
  /** Newest first. */
  newest: NetworkTransaction[];
}

/** An address as it is on every network. */
export interface AddressContent {
  /** In its written form. */
  address: string;
  balances: CoinBalance[];
  /** A page of them, newest first. */
  transactions: NetworkTransaction[];
}

export interface NetworkBlock {
  /** When it was looked for: wall clock, ms. */
  now: number;
  network: Network;
  height: number;
  hash: string;
  /** In the order of submission. */
  transactions: NetworkTransaction[];
}

/** What a text is; `value` in its written form. */
export interface Match {
  kind: 'transaction' | 'address';
  value: string;
}

/** What everybody may see of the practice network. */
export interface Explorer {
  /** At most a second old. */
  overview(): Promise<NetworkOverview>;
  /** @throws Problem transaction_unknown */
  transaction(hash: string): Promise<NetworkTransaction>;
  /** A valid address that nobody used is an empty one. @throws Problem not_practice_address, address_checksum */
  address(address: string, page: Page): Promise<AddressContent>;
  /** @throws Problem not_found for a block that is not there */
  block(network: Network, height: number): Promise<NetworkBlock>;
  /** @throws Problem transaction_unknown, address_checksum, not_found_on_network */
  search(typed: string): Promise<Match>;
}

/** What requests of one turn of the event loop look up goes into one statement: most of a look-up is the way to it and back. */
function lookUp<T>(read: (keys: readonly string[]) => Promise<T[]>): (key: string) => Promise<T> {
  const loader = new DataLoader(read, { cache: false, maxBatchSize: MOST_TOGETHER, batchScheduleFn: setImmediate });
  return (key) => loader.load(key);
}

const heightsAt = (now: number): Map<Network, number> =>
  new Map(NETWORKS.map((network) => [network, heightAt(network, now)]));

async function readOverview(store: ExplorerStore, now: number): Promise<NetworkOverview> {
  const heights = heightsAt(now);
  const [waiting, newest] = await Promise.all([store.waiting(heights), store.newest(NEWEST)]);
  const chains = [...heights].map(([network, height]) => ({ network, height, mempool: waiting.get(network) ?? 0 }));
  return { now, chains, newest };
}

type ByHash = (hash: string) => Promise<NetworkTransaction | null>;

async function search(byHash: ByHash, typed: string): Promise<Match> {
  const hash = parseTransactionHash(typed);
  if (hash !== null && (await byHash(hash)) !== null) return { kind: 'transaction', value: hash };
  if (/^\s*simtx1/i.test(typed)) throw new Problem('transaction_unknown');
  const address = parseAddress(typed);
  if (address === 'notPractice') throw new Problem('not_found_on_network');
  if (address === 'checksum') throw new Problem('address_checksum');
  return { kind: 'address', value: address.text };
}

export function createExplorer({ store, clock }: { store: ExplorerStore; clock: Clock }): Explorer {
  const byHash = lookUp((hashes) => store.byHashes(hashes));
  const balancesOf = lookUp((addresses) => store.balances(addresses));
  let newest: { at: number; answer: Promise<NetworkOverview> } | null = null;

  return {
    overview() {
      const now = clock.now();
      if (newest !== null && Math.abs(now - newest.at) < OVERVIEW_MS) return newest.answer;
      const answer = readOverview(store, now);
      const read = { at: now, answer };
      newest = read;
      answer.catch(() => {
        if (newest === read) newest = null;
      });
      return answer;
    },

    async transaction(hash) {
      const read = parseTransactionHash(hash);
      const found = read === null ? null : await byHash(read);
      if (found === null) throw new Problem('transaction_unknown');
      return found;
    },

    async address(typed, page) {
      const { text } = readPracticeAddress(typed);
      const [balances, transactions] = await Promise.all([balancesOf(text), store.ofAddress(text, page)]);
      return { address: text, balances, transactions };
    },

    async block(network, height) {
      const now = clock.now();
      if (height < 0 || height > heightAt(network, now)) throw new Problem('not_found');
      const transactions = await store.inBlock(network, height, MOST_IN_BLOCK);
      return { now, network, height, hash: blockHash(network, height), transactions };
    },

    search: (typed) => search(byHash, typed),
  };
}
