import type { Pair } from '@plecho/domain';
import type { MarketLink, RemoteSide } from '../cluster/market-link.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide } from '../engine/market-port.ts';
import type { NewestKeys } from '../engine/newest-keys.ts';
import type { Target } from '../storage/connection.ts';
import type { PgMarketOwners } from '../storage/cluster/market-owners.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import type { WriterConnection } from '../storage/journal/writer-connection.ts';

/** What a process is among several on one database. */
export interface MarketCluster {
  link: Pick<MarketLink, 'serve' | 'remote'>;
  owners: PgMarketOwners;
  /** Id of this process, which is made known by its heartbeat before the markets start. */
  processId: string;
  /** Whether this process may own markets. */
  isEngine: boolean;
  /** Keys that this process and the other engines have accepted. */
  newestKeys: NewestKeys;
  /** @see Heartbeat.isSteady */
  isSteady(): boolean;
}

/** The sides of markets in a process of several: those that it owns are served to the others, those of others are followed. */
export class ClusterMarkets {
  readonly #cluster: MarketCluster;
  readonly #target: Target;
  /** Of the markets whose lock was taken here; one that was lost with its connection keeps its term until it is let go of. */
  readonly #terms = new Map<string, bigint>();
  readonly #served = new Map<string, { side: MarketSide; stop(): void }>();
  readonly #followed = new Map<string, RemoteSide>();

  constructor(cluster: MarketCluster, target: Target) {
    this.#cluster = cluster;
    this.#target = target;
  }

  /** The journal of a market whose lock is taken together with its row, whenever it is taken. */
  journal(marketId: string, writer: WriterConnection): PgJournal {
    const { owners, processId } = this.#cluster;
    return new PgJournal(this.#target, marketId, writer, async (client, id) => {
      const term = await owners.claim(client, id, processId);
      if (term === null) return null;
      this.#terms.set(id, term);
      // A market that has lost its connection and goes on: somebody else may have had it in between.
      const served = this.#served.get(id);
      if (served !== undefined) this.serve(served.side);
      return term;
    });
  }

  get newestKeys(): NewestKeys {
    return this.#cluster.newestKeys;
  }

  /** Ids of the markets whose lock was taken here and not given back. */
  owned(): string[] {
    return [...this.#terms.keys()];
  }

  /** Answers the others for a market that runs here. */
  serve(side: MarketSide): void {
    const term = this.#terms.get(side.id);
    if (term === undefined) throw new Error(`the market ${side.id} was not claimed`);
    this.#served.get(side.id)?.stop();
    this.#served.set(side.id, { side, stop: this.#cluster.link.serve(side, term) });
  }

  /** The side here of a market that another process has, or may have soon. */
  follow(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): RemoteSide {
    this.unfollow(definition.id);
    const side = this.#cluster.link.remote(definition, pairs);
    this.#followed.set(definition.id, side);
    return side;
  }

  followed(): RemoteSide[] {
    return [...this.#followed.values()];
  }

  unfollow(marketId: string): void {
    this.#followed.get(marketId)?.close();
    this.#followed.delete(marketId);
  }

  /** Answers nobody for a market any more. */
  unserve(marketId: string): void {
    this.#served.get(marketId)?.stop();
    this.#served.delete(marketId);
  }

  /** Says that the market is anybody's, when its lock is given back. Never rejects: the lock says so too. */
  async gaveUp(marketId: string): Promise<void> {
    const term = this.#terms.get(marketId);
    this.#terms.delete(marketId);
    if (term !== undefined) await this.#cluster.owners.gaveUp(marketId, term).catch(() => undefined);
  }

  close(): void {
    for (const id of [...this.#served.keys()]) this.unserve(id);
    for (const id of [...this.#followed.keys()]) this.unfollow(id);
  }
}
