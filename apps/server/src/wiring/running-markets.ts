import type { MarketDesk } from '../engine/desk.ts';
import { KeyRegister } from '../engine/key-register.ts';
import type { MarketSide } from '../engine/market-port.ts';
import { NewestKeys } from '../engine/newest-keys.ts';
import type { WriterConnection } from '../storage/journal/writer-connection.ts';
import type { ClusterMarkets } from './cluster-markets.ts';
import { LastPrices } from './last-prices.ts';
import { RunningMarket, type RunningMarketOptions } from './running-market.ts';
import { Writers } from './writers.ts';

/** A command's way through another process and back, while many are on it, ms. */
const GATHER_MS = 1;

/** What every market here runs on. */
type Ground = Pick<RunningMarketOptions, 'target' | 'pool' | 'clock' | 'log' | 'ids' | 'onProgress'>;

/** The shared markets that run in this process, each with its lock, from its start until it is let go of. */
export class RunningMarkets {
  /** Of all markets here, personal replays too. */
  readonly keys: KeyRegister;
  readonly #ground: Ground;
  readonly #desk: MarketDesk;
  /** null: the process is alone. */
  readonly #cluster: ClusterMarkets | null;
  readonly #writers: Writers;
  readonly #lastPrices: LastPrices;
  readonly #running = new Map<string, RunningMarket>();
  /** Markets that somebody else has by now, and which are being let go of. */
  readonly #releasing = new Map<string, Promise<void>>();

  constructor(ground: Ground, desk: MarketDesk, cluster: ClusterMarkets | null) {
    const isOneOfSeveral = cluster !== null;
    this.#ground = ground;
    this.#desk = desk;
    this.#cluster = cluster;
    this.keys = new KeyRegister(cluster === null ? new NewestKeys() : cluster.newestKeys);
    this.#writers = new Writers(ground.target, isOneOfSeveral);
    this.#lastPrices = new LastPrices(ground.clock);
  }

  has(id: string): boolean {
    return this.#running.has(id);
  }

  get(id: string): RunningMarket | null {
    return this.#running.get(id) ?? null;
  }

  ids(): string[] {
    return [...this.#running.keys()];
  }

  /** Whether its lock may still be held here, though it runs no more. */
  isReleasing(id: string): boolean {
    return this.#releasing.has(id);
  }

  /** The connection that a market writes on. */
  writerOf(id: string): WriterConnection {
    return this.#writers.of(id);
  }

  /** Of the connections that markets share, the one to write on for one more. */
  sharedWriter(): WriterConnection {
    return this.#writers.shared();
  }

  /** From then on it is shown and served from here. Holds nothing when it rejects. */
  async start(asked: Pick<RunningMarketOptions, 'definition' | 'feed' | 'signer' | 'journal'>): Promise<RunningMarket> {
    const { id } = asked.definition;
    const running = await RunningMarket.start({
      ...this.#ground,
      ...asked,
      keys: this.keys,
      writer: this.#writers.of(id),
      ...(this.#cluster === null ? {} : { gatherMs: GATHER_MS }),
      listener: this.#desk.listener,
    });
    this.#running.set(id, running);
    this.#desk.add(running.side);
    this.#cluster?.unfollow(id);
    this.#cluster?.serve(running.side);
    return running;
  }

  /** Ends a market at its last prices, if it runs here. Said twice it does no harm. */
  endAtLastPrices(id: string): void {
    const running = this.#running.get(id);
    if (running !== undefined) this.#lastPrices.end(running.market);
  }

  /** Resolves when nothing of it is held any more; until then it is here. */
  async release(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running !== undefined) await this.#release(id, running);
    this.#running.delete(id);
    this.#lastPrices.forget(id);
  }

  /** It runs no more, and its lock is given up behind it. @returns what is to be followed from now on; null if it did not run */
  letGo(id: string): MarketSide | null {
    const running = this.#running.get(id);
    if (running === undefined) return null;
    this.#running.delete(id);
    this.#lastPrices.forget(id);
    const released = this.#release(id, running).finally(() => this.#releasing.delete(id));
    this.#releasing.set(id, released);
    return running.side;
  }

  /** Carries out what is in flight, stores it and gives the markets up. Never rejects. */
  async stop(): Promise<void> {
    this.#lastPrices.stop();
    await Promise.all([...[...this.#running].map((market) => this.#release(...market)), ...this.#releasing.values()]);
  }

  /** Never rejects. */
  async #release(id: string, running: RunningMarket): Promise<void> {
    this.#cluster?.unserve(id);
    await running.release();
    await this.#cluster?.gaveUp(id);
  }
}
