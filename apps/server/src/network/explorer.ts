import type * as wire from '@plecho/contract';
import {
  blockTime,
  confirmationsAt,
  formatCoins,
  heightAt,
  NETWORK_RULES,
  NETWORKS,
  parseAddress,
  parseTransactionHash,
  smallestLevelTaken,
  type Network,
} from '@plecho/network';
import DataLoader from 'dataloader';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { blockHash } from './digests.ts';
import type { ExplorerStore, NetworkTransaction, Page } from './ports.ts';
import { readPracticeAddress } from './typed.ts';
import { toWireTransaction } from './wire.ts';

/** Transactions on the first page of the explorer. */
const NEWEST = 20;
/** A block shows no more than this; nobody reads further. */
const MOST_IN_BLOCK = 200;
/** The first page is the same for everybody and is read no more often than this. */
const OVERVIEW_MS = 1_000;
/** Look-ups in one statement. */
const MOST_TOGETHER = 200;

/** What everybody may see of the practice network. */
export interface Explorer {
  /** At most a second old. */
  overview(): Promise<wire.ExplorerOverview>;
  /** @throws Problem transaction_unknown */
  transaction(hash: string): Promise<wire.NetworkTransaction>;
  /** A valid address that nobody used is an empty one. @throws Problem not_practice_address, address_checksum */
  address(
    address: string,
    page: Page,
  ): Promise<
    Pick<wire.ExplorerAddress, 'address' | 'balances'> & {
      /** Newest first, each with its id for the next page. */
      transactions: { id: bigint; transaction: wire.NetworkTransaction }[];
    }
  >;
  /** @throws Problem not_found for a block that is not there */
  block(network: Network, height: number): Promise<wire.ExplorerBlock>;
  /**
   * What a text is: a hash or an address.
   * @throws Problem transaction_unknown, address_checksum, not_found_on_network
   */
  search(typed: string): Promise<wire.ExplorerMatch>;
}

/** What requests of one turn of the event loop look up goes into one statement: most of a look-up is the way to it and back. */
function lookUp<T>(read: (keys: readonly string[]) => Promise<T[]>): (key: string) => Promise<T> {
  const loader = new DataLoader(read, { cache: false, maxBatchSize: MOST_TOGETHER, batchScheduleFn: setImmediate });
  return (key) => loader.load(key);
}

const heightsAt = (now: number): Map<Network, number> =>
  new Map(NETWORKS.map((network) => [network, heightAt(network, now)]));

async function readOverview(store: ExplorerStore, now: number): Promise<wire.ExplorerOverview> {
  const heights = heightsAt(now);
  const [waiting, newest] = await Promise.all([store.waiting(heights), store.newest(NEWEST)]);
  const chains = [...heights].map(([network, height]) => {
    const { title, blockMs, confirmations } = NETWORK_RULES[network];
    return {
      network,
      title,
      height,
      blockSeconds: blockMs / 1000,
      confirmationsNeeded: confirmations,
      mempool: waiting.get(network) ?? 0,
      nextBlockTakes: smallestLevelTaken(network, height + 1),
    };
  });
  return { now, chains, newest: newest.map((transaction) => toWireTransaction(transaction, now)) };
}

type ByHash = (hash: string) => Promise<NetworkTransaction | null>;

async function search(byHash: ByHash, typed: string): Promise<wire.ExplorerMatch> {
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
  let newest: { at: number; answer: Promise<wire.ExplorerOverview> } | null = null;

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
      return toWireTransaction(found, clock.now());
    },

    async address(typed, page) {
      const { text } = readPracticeAddress(typed);
      const [balances, found] = await Promise.all([balancesOf(text), store.ofAddress(text, page)]);
      const now = clock.now();
      return {
        address: text,
        balances: balances.map(({ network, asset, balance }) => ({
          network,
          asset,
          balance: formatCoins(asset, balance),
        })),
        transactions: found.map((each) => ({ id: each.id, transaction: toWireTransaction(each, now) })),
      };
    },

    async block(network, height) {
      const now = clock.now();
      if (height < 0 || height > heightAt(network, now)) throw new Problem('not_found');
      const found = await store.inBlock(network, height, MOST_IN_BLOCK);
      return {
        network,
        height,
        hash: blockHash(network, height),
        time: blockTime(network, height),
        confirmations: confirmationsAt(network, height, now),
        items: found.map((each) => toWireTransaction(each, now)),
      };
    },

    search: (typed) => search(byHash, typed),
  };
}
