import type { OperatorHealth, Readiness } from '@plecho/contract';
import { formatUsdt } from '@plecho/domain';
import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { LoopFigures } from '../lib/event-loop.ts';
import type { PaymentFigures } from './ports.ts';

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
}

const TENTHS = 10;
const THOUSANDTHS = 1_000;
const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

/** Feeds as the health page shows them. */
function feedsOf(markets: Markets): Promise<OperatorHealth['feeds']> {
  return Promise.all(
    markets.allRunning().map(async (market) => {
      const { halt, newestPriceAgeMs, validTicks, rejected, problem } = await market.stats();
      const priceAgeMs = newestPriceAgeMs === null ? null : Math.round(newestPriceAgeMs);
      const { id, definition } = market;
      return { market: id, label: definition.label, priceAgeMs, halt, problem, ticks: validTicks, rejected };
    }),
  );
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
  return async () => {
    const database = await databaseLatency(() => sources.pingDatabase());
    const [readiness, feeds, payments] = await Promise.all([
      sources.readiness(),
      feedsOf(sources.markets),
      sources.payments(),
    ]);
    const { delayMeanMs, delayP99Ms, utilization } = sources.eventLoop();
    const { rss, heapUsed } = process.memoryUsage();
    const { state, checkedAt, violations } = sources.ledger;
    return {
      version: sources.version,
      uptimeSeconds: Math.floor((sources.clock.now() - startedAt) / 1000),
      readiness,
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
