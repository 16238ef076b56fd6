import { setTimeout as wait } from 'node:timers/promises';
import { Auditor, drawProfile, FakeClock, Random, Workload, type Action } from '@plecho/testkit';
import { beforeAll, expect, it } from 'vitest';
import type { Batch, IdSource, Journal } from '../../src/commands/batch.ts';
import type { Command, Idempotency } from '../../src/commands/command.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import { MarketHost } from '../../src/engine/market-host.ts';
import { ForwardClock } from '../../src/lib/clock.ts';
import { PgAccountReader } from '../../src/storage/account-reader.ts';
import { openIdSource } from '../../src/storage/id-source.ts';
import { PgJournal } from '../../src/storage/journal/journal.ts';
import { MarketStore } from '../../src/storage/market-store.ts';
import { useDatabase } from '../harness/database.ts';
import { ADDRESS } from '../support/practice-money.ts';
import { createMarket, insertUsers, NOW } from '../harness/trading.ts';
import { LastCandles } from './last-candles.ts';
import { ScriptedFeed } from './scripted-feed.ts';
import { withoutPeaks } from './without-peaks.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Commands of so many actions are under way at a time. */
const AT_ONCE = 6;

const db = useDatabase();
let ids: IdSource;

beforeAll(async () => {
  expect(await insertUsers(db.pool, 4)).toEqual([1n, 2n, 3n, 4n]);
  ids = await openIdSource(db.pool);
});

/** The journal of the product, with the auditor looking at what goes in. */
function witnessed(journal: PgJournal, auditor: Auditor, now: () => number): Journal {
  return {
    load: () => journal.load(),
    outcomes: (keys) => journal.outcomes(keys),
    keepHalt: (halt, since) => journal.keepHalt(halt, since),
    endHalt: (time) => journal.endHalt(time),
    get isHeld() {
      return journal.isHeld;
    },
    async append(batch: Batch) {
      auditor.decided(batch, now());
      await journal.append(batch);
      auditor.committed();
    },
  };
}

/** Deposits and cards are in the database before anybody settles them; withdrawals the market writes itself. */
async function writeDown(
  { operationId, accountId, effect }: Extract<Command, { type: 'settleOperation' }>,
  userId: bigint,
): Promise<void> {
  if (['withdrawPaid', 'cardPayout', 'withdrawRefund'].includes(effect.kind)) return;
  const columns = 'id, account_id, user_id, type, amount, currency, network, address, tx_hash, card, created_at';
  const values =
    effect.kind === 'deposit'
      ? [
          'deposit',
          effect.amount,
          effect.asset,
          'bsc',
          ADDRESS,
          `simtx1${operationId.toString().padStart(58, 'q')}`,
          null,
        ]
      : ['card', 5_000n, 'RUB', null, null, null, 'approved'];
  await db.pool.query(
    `INSERT INTO operations (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
    [operationId, accountId, userId, ...values, NOW],
  );
}

/** One seed of the simulation's workload in a market of its own, with restarts and without faults. */
class PostgresRun {
  /** The machine's. */
  readonly #clock = new FakeClock(NOW);
  readonly #auditor: Auditor;
  readonly #workload: Workload;
  readonly #definition: MarketDefinition;
  readonly #store = new MarketStore(db.pool);
  readonly #reader = new PgAccountReader(db.pool);
  readonly #actions: number;
  readonly #last = new LastCandles();
  #journal!: PgJournal;
  #feed!: ScriptedFeed;
  #host!: MarketHost;
  #replies: Promise<void>[] = [];

  constructor(seed: number) {
    const random = new Random(seed);
    const profile = drawProfile(random);
    this.#actions = profile.actions;
    this.#auditor = new Auditor(profile);
    this.#workload = new Workload(random, profile, this.#auditor.books, BigInt(seed) * 1_000_000_000n);
    const { rules, startBalance } = profile;
    this.#definition = {
      id: `market-${seed}`,
      kind: 'synthetic',
      title: 'Синтетический рынок',
      label: 'Синтетический рынок',
      startAt: 0,
      rules,
      startBalance,
      parameters: {},
      scenario: null,
      endAt: null,
      ended: false,
    };
    this.#feed = new ScriptedFeed(profile.symbols, this.#clock);
  }

  async run(): Promise<string[]> {
    await createMarket(db.target, this.#definition);
    await this.#boot();
    for (let n = 0; n < this.#actions; n++) {
      await this.#act(this.#workload.next(this.#host.status().now));
      if (n % AT_ONCE === 0) await this.#idle();
    }
    await this.#idle();
    this.#auditor.end();
    this.#feed.end();
    await expect.poll(async () => (await this.#store.find(this.#definition.id))?.ended).toBe(true);
    this.#auditor.quiet();
    await this.#host.stop();
    await this.#journal.close();
    return this.#auditor.violations;
  }

  async #act(action: Action): Promise<void> {
    if (action.type === 'advance') this.#clock.advance(action.ms);
    if (action.type === 'step') this.#clock.step(action.ms);
    if (action.type === 'tick') {
      this.#auditor.tick(action.tick, this.#host.status().now);
      this.#feed.tick(action.tick);
    }
    if (action.type === 'command') this.#ask(action.command as Command, action.key as Idempotency | null);
    if (action.type === 'restart' || action.type === 'crash') await this.#restart();
  }

  #ask(command: Command, key: Idempotency | null): void {
    // An operation's id is its own in the whole database; other keys repeat from market to market.
    const name = command.type === 'settleOperation' ? key?.key : `${this.#definition.id} ${key?.key}`;
    const own = key === null || name === undefined ? undefined : { ...key, key: name };
    const scope =
      own === undefined ? null : { scope: `${own.userId}:${own.action}:${own.key}`, bodyHash: own.bodyHash };
    const asked = this.#auditor.asked(command, scope, this.#host.status().now);
    const answer = (async () => {
      if (command.type === 'settleOperation') await writeDown(command, key?.userId ?? 0n);
      this.#auditor.replied(asked, await this.#host.submit(command, own), this.#host.status().now);
    })();
    this.#replies.push(answer);
  }

  async #idle(): Promise<void> {
    await Promise.all(this.#replies);
    this.#replies = [];
    await expect.poll(() => this.#host.stats().backlog, { interval: 1 }).toBe(0);
    await this.#host.submit({ type: 'openAccount', userId: 1n });
    await wait(0);
    await this.#readAccounts();
  }

  /** Nothing is under way: the market says of everybody what the database does. */
  async #readAccounts(): Promise<void> {
    const { rows } = await db.pool.query<{ id: bigint }>('SELECT id FROM accounts WHERE market_id = $1', [
      this.#definition.id,
    ]);
    for (const { id } of rows) {
      const [said, written] = [this.#host.account(id), await this.#reader.view(id)];
      if (said === null || written === null) throw new Error(`account ${id} is not to be read`);
      expect(withoutPeaks(said)).toEqual(withoutPeaks(written));
    }
  }

  async #restart(): Promise<void> {
    await this.#idle();
    await this.#host.stop();
    await this.#journal.close();
    await this.#boot();
  }

  async #boot(): Promise<void> {
    const references = new Map(this.#workload.references());
    this.#journal = new PgJournal(db.target, this.#definition.id);
    this.#feed = new ScriptedFeed(
      this.#feed.pairs.map(({ symbol }) => symbol),
      this.#clock,
      references,
    );
    this.#host = new MarketHost({
      definition: this.#definition,
      feed: this.#feed,
      candles: this.#last.candles,
      journal: witnessed(this.#journal, this.#auditor, () => this.#host.status().now),
      ids,
      clock: new ForwardClock(this.#clock),
      candlesUntil: null,
      saveEnded: () => this.#store.setEnded(this.#definition.id),
      onFailure: (message, error) => void this.#auditor.violations.push(`${message}: ${String(error)}`),
    });
    this.#host.listen({
      price: (_market, record) => this.#auditor.shown(record),
      account: (event) => this.#auditor.event(event),
    });
    const { lastSeq, lastRecordTime } = await this.#journal.load();
    this.#auditor.restarted(lastSeq, lastRecordTime, references);
    await this.#host.start();
  }
}

it.each(SEEDS)(
  'L2 L7 L9 E1 E2 E7 E11 P1 P2 P3 C4 the workload of seed %i on the real journal, watched by the auditor',
  async (seed) => {
    expect(await new PostgresRun(seed).run()).toEqual([]);
  },
);
