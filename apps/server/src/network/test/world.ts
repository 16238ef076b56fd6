import { formatCoins, GENESIS_MS, type Asset, type Network } from '@plecho/network';
import { FakeClock, Random } from '@plecho/testkit';
import type { Pool } from 'pg';
import { beforeAll } from 'vitest';
import type { TestDatabase } from '../../../test/harness/database.ts';
import { createOnce } from '../../storage/journal/outcome-store.ts';
import { PgExplorerStore } from '../../storage/network/explorer-store.ts';
import { PgNetworkStore } from '../../storage/network/network-store.ts';
import { PgWalletStore } from '../../storage/network/wallet-store.ts';
import { createExplorer, type Explorer } from '../explorer.ts';
import { createMiner, type Miner } from '../miner.ts';
import type { Entropy, PracticeNetwork } from '../ports.ts';
import { createPracticeNetwork } from '../practice-network.ts';
import { createWallets, type Wallets } from '../wallets.ts';

/** Noon of a day long after the first block. */
export const NOON = GENESIS_MS + 200 * 86_400_000 + 43_200_000;

/** Random bytes that are the same in every run. */
export function seededEntropy(seed: number): Entropy {
  const random = new Random(seed);
  return (bytes) => Uint8Array.from({ length: bytes }, () => random.int(0, 255));
}

/** The network's services on one database: a process that was started. */
export interface Running {
  network: PracticeNetwork;
  wallets: Wallets;
  explorer: Explorer;
  miner: Miner;
}

export interface NetworkWorld extends Running {
  clock: FakeClock;
  /** Whoever was told about, in order. */
  told: bigint[];
  failures: unknown[];
  /** Another process on the same database, by default with the connections of the first. */
  start(pool?: Pool): Promise<Running>;
  /** Somebody new, without a wallet yet. */
  newUser(): Promise<bigint>;
  /** The person's wallet address there. */
  walletOf(userId: bigint, network: Network): Promise<string>;
  /** The person's deposit address there. */
  depositOf(userId: bigint, asset: Asset, network: Network): Promise<string>;
  /** What the person can spend of a coin, and what is on its way, as it is written. */
  balanceOf(userId: bigint, asset: Asset, network: Network): Promise<{ balance: string; incoming: string }>;
}

/** The practice network on the file's own PostgreSQL schema, with a clock that moves only when told to. */
export function useNetwork(db: TestDatabase): NetworkWorld {
  const clock = new FakeClock(NOON);
  const told: bigint[] = [];
  const failures: unknown[] = [];
  let seed = 1;
  let phone = 9_990_000_000;
  const world = { clock, told, failures } as NetworkWorld;

  world.start = async (pool = db.pool) => {
    const onChange = (userId: bigint): void => void told.push(userId);
    const store = new PgNetworkStore(pool);
    const entropy = seededEntropy((seed += 1));
    const once = createOnce(pool, clock, (client) => ({ network: new PgNetworkStore(client) }));
    const network = await createPracticeNetwork({ store, clock, entropy, onChange });
    return {
      network,
      wallets: createWallets({ store: new PgWalletStore(pool), network, once, clock, entropy, onChange }),
      explorer: createExplorer({ store: new PgExplorerStore(pool), clock }),
      miner: createMiner({ store, clock, onChange, onFailure: (_message, error) => void failures.push(error) }),
    };
  };
  world.newUser = async () => {
    const { rows } = await db.pool.query<{ id: bigint }>(
      `INSERT INTO users (phone, password_hash, created_at) VALUES ($1, '', $2) RETURNING id`,
      [`+7${(phone += 1)}`, clock.now()],
    );
    if (rows[0] === undefined) throw new Error('nobody was made');
    return rows[0].id;
  };
  const found = <T>(item: T | undefined): T => {
    if (item === undefined) throw new Error('there is no such place');
    return item;
  };
  world.walletOf = async (userId, network) => {
    const places = await world.wallets.balances(userId);
    return found(places.find((place) => place.network === network)).address;
  };
  world.depositOf = async (userId, asset, network) => {
    const places = await world.network.depositAddresses(userId);
    return found(places.find((place) => place.network === network && place.asset === asset)).address;
  };
  world.balanceOf = async (userId, asset, network) => {
    const places = await world.wallets.balances(userId);
    const { balance, incoming } = found(places.find((place) => place.network === network && place.asset === asset));
    return { balance: formatCoins(asset, balance), incoming: formatCoins(asset, incoming) };
  };

  beforeAll(async () => Object.assign(world, await world.start()));
  return world;
}
