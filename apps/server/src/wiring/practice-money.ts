import { randomBytes } from 'node:crypto';
import { heightAt, NETWORKS, type Network } from '@plecho/network';
import type { IdSource } from '../commands/batch.ts';
import type { TradingDesk } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import { allOf, type Jobs } from '../lib/jobs.ts';
import type { Logger } from '../lib/logger.ts';
import { createExplorer, type Explorer } from '../network/explorer.ts';
import { createMiner } from '../network/miner.ts';
import type { PracticeNetwork } from '../network/ports.ts';
import { createPracticeNetwork } from '../network/practice-network.ts';
import { createWallets, type Wallets } from '../network/wallets.ts';
import { createPayments, type Payments, type PaymentTotals } from '../payments/payments.ts';
import type { createPool } from '../storage/connection.ts';
import { createOnce } from '../storage/journal/outcome-store.ts';
import { PgExplorerStore } from '../storage/network/explorer-store.ts';
import { PgNetworkStore } from '../storage/network/network-store.ts';
import { PgWalletStore } from '../storage/network/wallet-store.ts';
import { PgOperationStore } from '../storage/payments/operation-store.ts';

/** Transactions that wait are counted this often, for the metrics. */
const MEMPOOL_MS = 10_000;
const WARNING_PAUSE_MS = 10_000;

export interface PracticeMoneyOptions {
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  ids: Pick<IdSource, 'draw'>;
  desk: TradingDesk;
  /** The main market: practice money goes in and out there. */
  marketId: string;
}

export interface PracticeMoney {
  network: PracticeNetwork;
  wallets: Wallets;
  explorer: Explorer;
  payments: Payments;
  figures(): PaymentTotals;
  /** Transactions that wait, by network, as of a moment ago; none where the jobs are not done. */
  mempool(): ReadonlyMap<Network, number>;
  /** @param changed told whose operations or coins changed */
  listen(changed: (userId: bigint) => void): void;
  /** Pays out and credits; the market has to be running. */
  jobs: Jobs;
}

/** While the database is gone the same thing fails again and again; a line now and then says enough. */
function warnNowAndThen(clock: Clock, log: Logger): (message: string, error: unknown) => void {
  const saidAt = new Map<string, number>();
  return (message, error) => {
    const now = clock.now();
    if (now - (saidAt.get(message) ?? Number.NEGATIVE_INFINITY) < WARNING_PAUSE_MS) return;
    saidAt.set(message, now);
    log.warn({ err: error }, message);
  };
}

/** Reads again and again how many transactions wait. */
function watchMempool(store: PgExplorerStore, clock: Clock): Jobs & { read(): ReadonlyMap<Network, number> } {
  let newest: ReadonlyMap<Network, number> = new Map();
  let cancel = (): void => undefined;
  const look = (): void => {
    const heights = new Map(NETWORKS.map((network) => [network, heightAt(network, clock.now())]));
    store.waiting(heights).then(
      (waiting) => (newest = waiting),
      () => undefined,
    );
  };
  return {
    read: () => newest,
    start() {
      cancel = clock.every(MEMPOOL_MS, look);
    },
    stop() {
      cancel();
      newest = new Map();
      return Promise.resolve();
    },
  };
}

/** The practice network, the wallets, and the ways of practice money in and out of the accounts. */
export async function openPracticeMoney(options: PracticeMoneyOptions): Promise<PracticeMoney> {
  const { pool, clock, log, ids, desk, marketId } = options;
  const entropy = (bytes: number): Uint8Array => randomBytes(bytes);
  const onFailure = warnNowAndThen(clock, log);
  const listeners: ((userId: bigint) => void)[] = [];
  const onChange = (userId: bigint): void => {
    for (const listener of listeners) listener(userId);
  };
  const store = new PgNetworkStore(pool);
  const explorerStore = new PgExplorerStore(pool);
  const once = createOnce(pool, clock, (client) => ({
    network: new PgNetworkStore(client),
    operations: new PgOperationStore(client),
  }));
  const network = await createPracticeNetwork({ store, clock, entropy, onChange });
  const miner = createMiner({ store, clock, onChange, onFailure });
  const wallets = createWallets({ store: new PgWalletStore(pool), network, once, clock, entropy, onChange });
  const { settler, figures, ...payments } = createPayments({
    ...{ store: new PgOperationStore(pool), once, network, desk, marketId, ids, clock, entropy, onChange, onFailure },
  });
  const mempool = watchMempool(explorerStore, clock);
  const jobs = allOf([miner, settler, mempool]);
  return {
    ...{ network, wallets, payments, jobs },
    explorer: createExplorer({ store: explorerStore, clock }),
    figures,
    mempool: () => mempool.read(),
    listen(changed) {
      listeners.push(changed);
    },
  };
}
