import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { startSentinel, type Finding, type Sentinel } from '../lib/sentinel.ts';
import type { createPool } from '../storage/connection.ts';
import { sampleLedger } from '../storage/ledger-check/sample.ts';
import type { Notifications } from '../storage/notifications.ts';
import { answerResumeRequests, type ResumeAnswer } from '../storage/resume-requests.ts';

const LEDGER_CHECK_MS = 15_000;

export interface LedgerGuardOptions {
  clock: Clock;
  log: Logger;
  markets: Markets;
  pool: ReturnType<typeof createPool>;
  /** Shortest pause between two checks. */
  checkMs?: number | undefined;
}

async function sampleAll({ markets, pool }: LedgerGuardOptions): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { id } of [...markets.allRunning(), ...markets.personalRunning()]) {
    for (const { rule, text, examples } of await sampleLedger(pool, id)) {
      found.push({ subject: id, text: `${rule}: ${text} (${examples.join(', ')})` });
    }
  }
  return found;
}

/**
 * Checks the newest movements of every market again and again; a violation stops trading on the market
 * rather than going on wrong. The whole of it is checked by `ledger check`, from the command line.
 */
export function guardLedger(options: LedgerGuardOptions): Sentinel {
  const { clock, log, markets, checkMs = LEDGER_CHECK_MS } = options;
  const stop = (marketId: string, reason: string): void => {
    markets
      .running(marketId)
      ?.halt(reason)
      .catch((error: unknown) => log.error({ err: error, market: marketId }, 'the market could not be halted'));
  };
  return startSentinel({
    clock,
    pauseMs: checkMs,
    check: () => sampleAll(options),
    onViolation(violations) {
      log.error({ violations }, 'the ledger is wrong');
      for (const [marketId, findings] of Map.groupBy(violations, ({ subject }) => subject)) {
        stop(marketId, findings.map(({ text }) => text).join('; '));
      }
    },
    onError: (error) => log.warn({ err: error }, 'the ledger could not be checked'),
  });
}

/** Carries out what `market resume` asks for when it has found the whole ledger right (rule E12). */
export function resumeOnRequest(
  { log, markets, pool }: LedgerGuardOptions,
  ledger: Sentinel,
  { notifications, schema }: { notifications: Notifications; schema: string },
): Promise<void> {
  const resume = async (marketId: string): Promise<ResumeAnswer> => {
    try {
      // What the sentinel found before, or is finding, is of the ledger as it was.
      ledger.reset();
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
    (marketId) => (markets.running(marketId) === null ? null : resume(marketId)),
    (error) => log.warn({ err: error }, 'a request to resume a market could not be answered'),
  );
}
