import { setImmediate as turn } from 'node:timers/promises';
import type { Client } from 'pg';
import type { StandInExchange } from '../../../../tools/exchange/exchange.ts';
import { ExchangeServer } from '../../../../tools/exchange/server.ts';
import { IntegrityError, type Batch, type IdSource, type Journal } from '../../src/commands/batch.ts';
import type { StoredCandle } from '../../src/engine/candles/ports.ts';
import type { MarketHost } from '../../src/engine/market-host.ts';
import { NETWORK, type Transport } from '../../src/feeds/binance/transport.ts';
import { PgCandleStore } from '../../src/storage/candle-store.ts';
import { appConfig, createPool, type Target } from '../../src/storage/connection.ts';
import { PgJournal } from '../../src/storage/journal/journal.ts';
import { pairsToKeep } from '../../src/wiring/exchange-market.ts';
import type { Gate } from '../faults/gate.ts';
import { FOLLOWED, type Surroundings } from './followed-market.ts';
import type { JournalWitness } from './memory-journal.ts';

/** More turns of the loop than a message needs through the sockets of this machine. */
const TURNS = 12;

interface Options {
  /** Where the exchange listens. */
  port: number;
  /** The database as the market reaches it: through the gate. */
  target: Target;
  gate: Gate;
  /** Knows what is stored, whatever becomes of the gate. */
  owner: Client;
  ids: IdSource;
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Whether a batch was committed, asked when nobody writes any more. */
async function isStored(batch: Batch, { owner, target }: Options): Promise<boolean> {
  const lock = [target.schema, FOLLOWED.id];
  await owner.query('SELECT pg_advisory_lock(hashtext($1), hashtext($2))', lock);
  const { rowCount } = await owner.query('SELECT FROM transfers WHERE id = $1', [batch.transfers[0]?.id]);
  await owner.query('SELECT pg_advisory_unlock(hashtext($1), hashtext($2))', lock);
  return rowCount === 1;
}

function observed(journal: PgJournal, options: Options, witness: JournalWitness): Journal & { kill(): void } {
  let isDead = false;
  return {
    get isHeld() {
      return journal.isHeld;
    },
    load: () => (isDead ? never() : journal.load()),
    outcomes: (keys) => (isDead ? never() : journal.outcomes(keys)),
    keepHalt: (halt, since) => (isDead ? never() : journal.keepHalt(halt, since)),
    endHalt: (time) => (isDead ? never() : journal.endHalt(time)),
    async append(batch) {
      if (isDead) return never();
      witness.decided(batch);
      try {
        await journal.append(batch);
      } catch (error) {
        const isCommitted = !(error instanceof IntegrityError) && (await isStored(batch, options));
        if (isCommitted) witness.committed(batch);
        else witness.aborted(batch);
        throw error;
      }
      witness.committed(batch);
    },
    kill() {
      isDead = true;
      void journal.close();
    },
  };
}

/** Candles are written beside the market, which does not wait for them. */
class WatchedCandles extends PgCandleStore {
  /** Calls that are not over. */
  writing = 0;

  override async append(candles: readonly StoredCandle[]): Promise<void> {
    this.writing += 1;
    try {
      await super.append(candles);
    } finally {
      this.writing -= 1;
    }
  }
}

/** The exchange behind sockets, the market on PostgreSQL: what both take in real time is waited for, the clock stands. */
export class PostgresSurroundings implements Surroundings {
  readonly restUrl: URL;
  readonly streamUrl: URL;
  readonly candles: WatchedCandles;
  readonly ids: IdSource;
  readonly transport: Transport;
  readonly #options: Options;
  readonly #exchange: StandInExchange;
  readonly #server: ExchangeServer;
  readonly #pool: ReturnType<typeof createPool>;
  /** Requests to the exchange that are going to be answered. */
  #underWay = 0;
  /** The newest. */
  #journal: PgJournal | null = null;

  constructor(exchange: StandInExchange, options: Options) {
    this.#options = options;
    this.#exchange = exchange;
    this.#server = new ExchangeServer(exchange);
    this.restUrl = new URL(`http://127.0.0.1:${options.port}`);
    this.streamUrl = new URL(`ws://127.0.0.1:${options.port}`);
    this.#pool = createPool(appConfig(options.target));
    const newest = (): bigint | null => this.#journal?.term ?? null;
    this.candles = new WatchedCandles(this.#pool, FOLLOWED.id, {
      marketId: FOLLOWED.id,
      get term() {
        return newest();
      },
    });
    this.ids = options.ids;
    this.transport = { get: (url, signal) => this.#get(url, signal), connect: NETWORK.connect };
  }

  known(): Promise<ReadonlySet<string>> {
    return pairsToKeep(this.#pool, FOLLOWED.id);
  }

  async open(): Promise<void> {
    await this.#server.listen(this.#options.port);
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.#pool.end();
  }

  openJournal(witness: JournalWitness): Journal & { kill(): void } {
    this.#journal = new PgJournal(this.#options.target, FOLLOWED.id);
    return observed(this.#journal, this.#options, witness);
  }

  async arrive(host: MarketHost): Promise<void> {
    for (let n = 0; n < TURNS || this.#isBusy(host); n += 1) await turn();
    if (this.#options.gate.isOpen) await this.#idle(host);
  }

  /** Or the market has lost its database after all: then it waits for the clock. */
  async #idle(host: MarketHost): Promise<void> {
    let isIdle = false;
    void host.idle().then(() => (isIdle = true));
    while (!isIdle && host.stats().phase === 'running') await turn();
  }

  /** What a half-open exchange is asked ends by the clock alone, also when the fault is over before. */
  async #get(url: URL, signal: AbortSignal): ReturnType<Transport['get']> {
    if (this.#exchange.faults.halfOpen) return NETWORK.get(url, signal);
    this.#underWay += 1;
    try {
      return await NETWORK.get(url, signal);
    } finally {
      this.#underWay -= 1;
    }
  }

  #isBusy(host: MarketHost): boolean {
    const { phase, backlog } = host.stats();
    const isWriting = this.candles.writing > 0 || (phase === 'running' && backlog > 0);
    return this.#underWay > 0 || (this.#options.gate.isOpen && isWriting);
  }
}
