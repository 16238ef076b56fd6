import type { OperatorHealth, Readiness } from '@plecho/contract';
import { formatUsdt } from '@plecho/domain';
import { UnavailableError } from '../commands/command.ts';
import type { Markets, RunningMarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { LoopFigures } from '../lib/event-loop.ts';
import type { PaymentFigures, ProcessDirectory } from './ports.ts';
import { onlyThis, readProcesses } from './processes.ts';

/** Where the live figures of the health page come from. */
export interface HealthSources {
  version: string;
  clock: Clock;
  readiness(): Promise<Readiness>;
  markets: Markets;
  failedStarts(): OperatorHealth['failedStarts'];
  streams: { readonly size: number; readonly cut: number };
  ledger: {
    readonly state: OperatorHealth['ledger']['state'];
    readonly checkedAt: number | null;
    readonly violations: readonly { subject: string; text: string }[];
  };
  /** Rejects while the database can't be asked. */
  pingDatabase(): Promise<void>;
  payments(): Promise<PaymentFigures>;
  eventLoop(): LoopFigures;
  /** The processes of the installation, and which of them this is; there is only this one unless given. */
  processes?: { directory: ProcessDirectory; here: string } | undefined;
}

const TENTHS = 10;
const THOUSANDTHS = 1_000;
const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

/** A feed as the health page shows it; that of a market without an owner is in trouble. */
async function feedOf(market: RunningMarketPort): Promise<OperatorHealth['feeds'][number]> {
  const { id, definition } = market;
  const named = { market: id, label: definition.label };
  try {
    const { halt, newestPriceAgeMs, validTicks, rejected, problem } = await market.stats();
    const priceAgeMs = newestPriceAgeMs === null ? null : Math.round(newestPriceAgeMs);
    return { ...named, priceAgeMs, halt, problem, ticks: validTicks, rejected };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { ...named, priceAgeMs: null, halt: null, problem: 'no process answers for it', ticks: 0, rejected: {} };
  }
}

async function databaseLatency(ping: () => Promise<void>): Promise<OperatorHealth['database']> {
  const begun = performance.now();
  try {
    await ping();
    return { state: 'ok', latencyMs: rounded(performance.now() - begun, TENTHS) };
  } catch {
    return { state: 'unavailable', latencyMs: null };
  }
}

/** @returns reads the state of the running server */
export function createOperatorHealth(sources: HealthSources): () => Promise<OperatorHealth> {
  const startedAt = sources.clock.now();
  const here = String(process.pid);
  const { processes = { here, directory: onlyThis({ ...sources, id: here, startedAt }) } } = sources;
  return async () => {
    const database = await databaseLatency(() => sources.pingDatabase());
    const [readiness, feeds, payments, listed] = await Promise.all([
      sources.readiness(),
      Promise.all(sources.markets.allRunning().map(feedOf)),
      sources.payments(),
      readProcesses(processes.directory, processes.here),
    ]);
    const { delayMeanMs, delayP99Ms, utilization } = sources.eventLoop();
    const { rss, heapUsed } = process.memoryUsage();
    const { state, checkedAt, violations } = sources.ledger;
    return {
      version: sources.version,
      uptimeSeconds: Math.floor((sources.clock.now() - startedAt) / 1000),
      readiness,
      processes: listed,
      feeds,
      failedStarts: sources.failedStarts(),
      streams: { clients: sources.streams.size, cut: sources.streams.cut },
      ledger: { state, checkedAt, violations: violations.map(({ subject, text }) => `${subject}: ${text}`) },
      database,
      eventLoop: {
        delayMeanMs: rounded(delayMeanMs, TENTHS),
        delayP99Ms: rounded(delayP99Ms, TENTHS),
        utilization: rounded(utilization, THOUSANDTHS),
      },
      memory: { rssBytes: rss, heapUsedBytes: heapUsed },
      payments: { ...payments, locked: formatUsdt(payments.locked) },
    };
  };
}
