import type { Markets, RunningMarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { Jobs } from '../lib/jobs.ts';
import type { Logger } from '../lib/logger.ts';
import type { Opened } from '../lib/opened.ts';
import { startSentinel, type Finding, type Sentinel, type SentinelView } from '../lib/sentinel.ts';
import type { createPool } from '../storage/connection.ts';
import { sampleLedger } from '../storage/ledger-check/sample.ts';
import type { Notifications } from '../storage/notifications.ts';
import { answerResumeRequests, type ResumeAnswer } from '../storage/resume-requests.ts';
import type { Cluster } from './cluster.ts';
import type { ReplaySessions } from './replay-sessions.ts';

const LEDGER_CHECK_MS = 15_000;
/** A market that was found wrong may come to another process before its halt could be kept. */
const HALT_AGAIN_MS = 2_000;

export interface LedgerGuardOptions {
  clock: Clock;
  log: Logger;
  markets: Markets;
  pool: ReturnType<typeof createPool>;
  /** Shortest pause between two checks. */
  checkMs?: number | undefined;
  /** The markets to check; all unless given. */
  subjects?: () => RunningMarketPort[];
  /** None where nobody else checks. */
  news?: News | undefined;
}

/** What was found where the checks are made, told to where they are not. */
interface News {
  tell(view: SentinelView): void;
  listen(heard: (view: SentinelView) => void): () => void;
}

const UNCHECKED: SentinelView = { state: 'unchecked', checkedAt: null, violations: [] };

/**
 * Checks the newest movements of every market again and again; a violation stops trading on the market
 * rather than going on wrong. The whole of it is checked by `ledger check`, from the command line. Where it is not
 * started, it knows what it hears of the one that is.
 */
export class LedgerGuard implements Sentinel, Jobs {
  readonly #options: LedgerGuardOptions;
  readonly #stopListening: (() => void) | undefined;
  #sentinel: Sentinel | null = null;
  #stopHalting: () => void = () => undefined;
  #heard = UNCHECKED;

  constructor(options: LedgerGuardOptions) {
    this.#options = options;
    this.#stopListening = options.news?.listen((view) => (this.#heard = view));
  }

  get state(): SentinelView['state'] {
    return this.#view.state;
  }

  get checkedAt(): number | null {
    return this.#view.checkedAt;
  }

  get violations(): readonly Finding[] {
    return this.#view.violations;
  }

  /** Whether it is this one that checks the market. */
  watches(marketId: string): boolean {
    return this.#sentinel !== null && this.#subjects().some(({ id }) => id === marketId);
  }

  start(): void {
    const { clock, log, news, checkMs = LEDGER_CHECK_MS } = this.#options;
    this.#sentinel = startSentinel({
      clock,
      pauseMs: checkMs,
      check: () => this.#sampleAll(),
      onViolation: (violations) => {
        log.error({ violations }, 'the ledger is wrong');
        this.#haltWrong();
      },
      onChecked: () => news?.tell(this),
      onError: (error) => log.warn({ err: error }, 'the ledger could not be checked'),
    });
    this.#stopHalting = clock.every(HALT_AGAIN_MS, () => this.#haltWrong());
  }

  async stop(): Promise<void> {
    const sentinel = this.#sentinel;
    this.#sentinel = null;
    this.#heard = UNCHECKED;
    this.#stopHalting();
    await sentinel?.stop();
  }

  reset(): void {
    this.#sentinel?.reset();
  }

  /** It is of no use any more. */
  async close(): Promise<void> {
    this.#stopListening?.();
    await this.stop();
  }

  get #view(): SentinelView {
    return this.#sentinel ?? this.#heard;
  }

  #subjects(): RunningMarketPort[] {
    const { markets, subjects } = this.#options;
    return subjects?.() ?? [...markets.allRunning(), ...markets.personalRunning()];
  }

  async #sampleAll(): Promise<Finding[]> {
    const found: Finding[] = [];
    for (const { id } of this.#subjects()) {
      for (const { rule, text, examples } of await sampleLedger(this.#options.pool, id)) {
        found.push({ subject: id, text: `${rule}: ${text} (${examples.join(', ')})` });
      }
    }
    return found;
  }

  /** Those that are halted already stay as they are. */
  #haltWrong(): void {
    for (const [marketId, findings] of Map.groupBy(this.violations, ({ subject }) => subject)) {
      this.#halt(marketId, findings.map(({ text }) => text).join('; '));
    }
  }

  #halt(marketId: string, reason: string): void {
    const { markets, log } = this.#options;
    markets
      .running(marketId)
      ?.halt(reason)
      .catch((error: unknown) => log.error({ err: error, market: marketId }, 'the market could not be halted'));
  }
}

export interface OpenGuardOptions extends Omit<LedgerGuardOptions, 'subjects' | 'news'> {
  /** null: the process is alone. */
  cluster: Pick<Cluster, 'ledger'> | null;
  notifications: Notifications;
  schema: string;
  /** Personal replays that are played here. */
  replays: Pick<ReplaySessions, 'runs'>;
}

/**
 * The guard of the markets, to be started where the jobs are done; it answers `market resume` too. Among several processes
 * personal replays are known where they are played alone: they are checked there from now on, and resumed there.
 */
export async function openLedgerGuard(options: OpenGuardOptions, opened: Opened): Promise<LedgerGuard> {
  const { cluster, notifications, schema, replays, ...guard } = options;
  const { markets } = guard;
  const ledger = new LedgerGuard({
    ...guard,
    ...(cluster === null ? {} : { news: cluster.ledger, subjects: () => markets.allRunning() }),
  });
  opened.add(() => ledger.close());
  if (cluster !== null) {
    // The desk has those, too, that are shown here and played elsewhere.
    const subjects = (): RunningMarketPort[] => markets.personalRunning().filter(({ id }) => replays.runs(id));
    const played = new LedgerGuard({ ...guard, subjects });
    played.start();
    opened.add(() => played.close());
    await resumeOnRequest(guard, played, { notifications, schema });
  }
  await resumeOnRequest(guard, ledger, { notifications, schema });
  return ledger;
}

/**
 * Carries out what `market resume` asks for when it has found the whole ledger right (rule E12), of the markets that the
 * guard checks: every process hears it, and one answers.
 */
export function resumeOnRequest(
  { log, markets, pool }: LedgerGuardOptions,
  ledger: LedgerGuard,
  { notifications, schema }: { notifications: Notifications; schema: string },
): Promise<void> {
  const resume = async (marketId: string): Promise<ResumeAnswer> => {
    try {
      const resumed = (await markets.running(marketId)?.resume()) === true;
      if (resumed) log.info({ market: marketId }, 'trading goes on after a halt');
      return { outcome: resumed ? 'resumed' : 'notHalted', reason: '' };
    } catch (error) {
      log.error({ err: error, market: marketId }, 'the market could not be resumed');
      return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return answerResumeRequests(
    { notifications, pool, schema },
    (marketId) => {
      // What the sentinel found before, or is finding, is of the ledger as it was, wherever the market is by now.
      ledger.reset();
      return ledger.watches(marketId) ? resume(marketId) : null;
    },
    (error) => log.warn({ err: error }, 'a request to resume a market could not be answered'),
  );
}
