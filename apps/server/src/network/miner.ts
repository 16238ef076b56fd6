import { heightAt, NETWORKS } from '@plecho/network';
import type { Clock } from '../lib/clock.ts';
import type { Jobs } from '../lib/jobs.ts';
import type { NetworkStore } from './ports.ts';

/** Half the pace of the fastest chain. */
const PASS_MS = 500;
/** Transactions of a network that are paid out in one statement. */
const PAGE = 5_000;

export interface MinerOptions {
  store: Pick<NetworkStore, 'payOut'>;
  clock: Clock;
  /** Told about people whose coins have arrived. Must not throw. */
  onChange?: (userId: bigint) => void;
  /** Told about what could not be done now and is tried again. Must not throw. */
  onFailure(message: string, error: unknown): void;
}

/** Pays out everything whose block is there, now and then every half second. */
export interface Miner extends Jobs {
  /** Pays out everything whose block is there, once. @returns how many transactions */
  payOutMined(): Promise<number>;
}

/**
 * Brings coins to their receivers. What waits is in the database and every statement pays what it takes
 * from there, so it does not matter how often, when or by how many processes this runs.
 */
export function createMiner({ store, clock, onChange = () => undefined, onFailure }: MinerOptions): Miner {
  let running: Promise<void> | null = null;
  let stopped = false;
  let cancel = (): void => undefined;

  async function payOutMined(): Promise<number> {
    const now = clock.now();
    const heights = new Map(NETWORKS.map((network) => [network, heightAt(network, now)]));
    let paid = 0;
    for (let page = PAGE; page >= PAGE && !stopped;) {
      const { transactions, userIds } = await store.payOut(heights, PAGE);
      for (const userId of userIds) onChange(userId);
      page = transactions;
      paid += transactions;
    }
    return paid;
  }

  async function pass(): Promise<void> {
    try {
      await payOutMined();
    } catch (error) {
      onFailure('transactions of the practice network are paid out later', error);
    }
  }

  function wake(): void {
    if (stopped || running !== null) return;
    running = pass().finally(() => (running = null));
  }

  return {
    start() {
      stopped = false;
      cancel = clock.every(PASS_MS, wake);
      wake();
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
    payOutMined,
  };
}
