import { hash } from 'node:crypto';
import { totalOf, type Lesson } from '@plecho/domain';
import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { Wallets } from '../network/wallets.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import { PERSONAL, type ReplaySessionDesk } from '../replays/sessions.ts';
import { gap, QUESTIONS, REPLAY_CHECKS, type ReplayFacts, type Verdict } from './checks.ts';
import { heldOf } from './held.ts';
import type { LessonRecord, LessonStore } from './ports.ts';
import { LESSON_REPLAYS, LESSON_SYMBOL } from './replays.ts';

/** Of a replay, newest first: more than anybody makes for a lesson. */
const MOST_TRADES = 200;
/** A week of hours. */
const HOURS = 168;
const MOST_TRANSACTIONS = 50;

export interface LessonsOptions {
  store: LessonStore;
  sessions: ReplaySessionDesk;
  markets: Pick<Markets, 'get'>;
  accountIds: Pick<AccountIds, 'find'>;
  reader: Pick<AccountReader, 'view' | 'trades'>;
  wallets: Pick<Wallets, 'transactions'>;
  clock: Clock;
}

/** The same for the same: a start that was cut short, or that two windows ask for, is gone on with in one replay. */
const replayId = (userId: bigint, lesson: Lesson, after: string | null): string =>
  `${PERSONAL}${hash('sha256', JSON.stringify([String(userId), lesson, after])).slice(0, 16)}`;

/** What the task of a lesson came to. */
export interface Checked {
  record: LessonRecord | null;
  verdict: Verdict;
}

/** The lessons of people. What was done is read where it happened; nobody is asked for it. */
export class Lessons {
  readonly #options: LessonsOptions;

  constructor(options: LessonsOptions) {
    this.#options = options;
  }

  /** Those that were begun, in no particular order. */
  list(userId: bigint): Promise<LessonRecord[]> {
    return this.#options.store.list(userId);
  }

  /**
   * Begins a lesson, or gives up the replay `instead` of it for another one.
   * @returns the lesson as it stands: asked again, or in two windows at once, with one and the same replay
   * @throws Problem too_many_sessions, too_many_playing
   */
  async start(userId: bigint, lesson: Lesson, instead: string | null): Promise<LessonRecord> {
    const { store, clock } = this.#options;
    const standing = await store.find(userId, lesson);
    const wanted = LESSON_REPLAYS[lesson];
    if (standing !== null && (wanted === null || standing.marketId !== instead)) return standing;
    if (wanted === null) return store.begin({ userId, lesson, marketId: null, instead: null, at: clock.now() });
    if (standing?.marketId !== undefined) await this.#finish(userId, standing);
    const after = standing?.marketId ?? null;
    const marketId = await this.#newReplay(userId, lesson, after);
    return store.begin({ userId, lesson, marketId, instead: after, at: clock.now() });
  }

  /** Looks whether the task is done, and remembers that it is. @param answer to the question of the lesson, if it has one */
  async check(userId: bigint, lesson: Lesson, answer: number | null): Promise<Checked> {
    const { store, clock } = this.#options;
    const question = QUESTIONS[lesson];
    const standing = await store.find(userId, lesson);
    if (question === undefined && standing === null) return { record: null, verdict: gap('not_started') };
    const verdict = question?.(answer) ?? (standing === null ? null : await this.#verdict(userId, standing, answer));
    if (verdict !== null) return { record: standing, verdict };
    const at = clock.now();
    if (standing === null) await store.begin({ userId, lesson, marketId: null, instead: null, at });
    return { record: await store.finish(userId, lesson, at), verdict };
  }

  /** @param after the replay whose place it takes; null for the first one */
  async #newReplay(userId: bigint, lesson: Lesson, after: string | null): Promise<string> {
    const { sessions } = this.#options;
    const wanted = LESSON_REPLAYS[lesson];
    if (wanted === null) throw new Error(`the lesson ${lesson} has no replay`);
    const { session } = await sessions.start(userId, wanted, null, replayId(userId, lesson, after));
    // It begins when its owner has read what there is to do.
    if (!session.ended) await sessions.control(userId, session.marketId, { action: 'pause' });
    return session.marketId;
  }

  /** What is over stays over. */
  async #finish(userId: bigint, { marketId, ended }: Pick<LessonRecord, 'marketId' | 'ended'>): Promise<void> {
    if (marketId !== null && !ended) await this.#options.sessions.control(userId, marketId, { action: 'finish' });
  }

  async #verdict(userId: bigint, record: LessonRecord, answer: number | null): Promise<Verdict> {
    const { lesson, marketId, startedAt } = record;
    if (lesson === 'wrong-network') return this.#lost(userId, startedAt);
    const check = REPLAY_CHECKS[lesson];
    if (check === undefined || marketId === null) return null;
    return check(await this.#facts(userId, marketId), answer);
  }

  /** Coins that went, since the lesson was begun, where nobody looks for them. */
  async #lost(userId: bigint, since: number): Promise<Verdict> {
    const sent = await this.#options.wallets.transactions(userId, { beforeId: null, limit: MOST_TRANSACTIONS });
    const hasLost = sent.some(
      ({ direction, isLost, submittedAt }) => direction === 'out' && isLost && submittedAt >= since,
    );
    return hasLost ? null : gap('nothing_lost');
  }

  /** @throws Problem unknown_market unless the replay is this person's */
  async #facts(userId: bigint, marketId: string): Promise<ReplayFacts> {
    const { sessions, markets, accountIds, reader } = this.#options;
    await sessions.admit(marketId, userId);
    const market = markets.get(marketId);
    if (market === null) throw new Problem('unavailable');
    const accountId = await accountIds.find(userId, marketId);
    const [status, view, trades, candles] = await Promise.all([
      market.status(),
      reader.view(accountId),
      reader.trades({ accountId, beforeId: null, limit: MOST_TRADES }),
      market.candles(LESSON_SYMBOL, '1h', HOURS, null),
    ]);
    if (view === null) throw new Error(`the account ${accountId} is gone`);
    const { account, positions, orders } = view;
    return {
      ...{ held: heldOf(positions, trades), orders, candles, now: status.now },
      total: totalOf(account),
      takerFee: market.definition.rules.takerFee,
    };
  }
}
