import type { Readiness, ServiceState } from '@plecho/contract';
import type { Markets, RunningMarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';

const PATIENCE_MS = 2_000;

export interface ReadinessSources {
  clock: Clock;
  markets: Markets;
  ledger: { readonly state: Readiness['ledger'] };
  /** Rejects while the database can't be asked. */
  pingDatabase(): Promise<void>;
  /** Whether the server is stopping. */
  isDraining(): boolean;
  /** Of one of several processes: rejects while it does not hear the others. */
  pingBus?: (() => Promise<void>) | undefined;
  /** Whether people are served here, for whom the main market has to trade; they are unless given. */
  isEdge?: boolean | undefined;
}

async function toReadiness(market: RunningMarketPort): Promise<Readiness['markets'][number]> {
  const [{ life, halt }, { newestPriceAgeMs }] = await Promise.all([market.status(), market.stats()]);
  return {
    market: market.id,
    status: life,
    halted: halt !== null,
    priceAgeMs: newestPriceAgeMs === null ? null : Math.round(newestPriceAgeMs),
  };
}

/**
 * @returns reads whether the server can do its work: the database answers, the ledger is right, the main market trades
 * where people are served, and of several processes this one hears the others. It never takes long.
 */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const { clock, markets, ledger, pingBus, isEdge = true } = sources;

  /** null when there is no answer, or it comes too late. */
  async function inTime<T>(answer: Promise<T>): Promise<T | null> {
    let cancel = (): void => undefined;
    const late = new Promise<null>((resolve) => {
      cancel = clock.after(PATIENCE_MS, () => resolve(null));
    });
    const found = await Promise.race([answer.catch(() => null), late]);
    cancel();
    return found;
  }

  async function stateOf(ping: Promise<void>): Promise<ServiceState> {
    return (await inTime(ping.then(() => 'ok' as const))) ?? 'unavailable';
  }

  return async () => {
    const draining = sources.isDraining();
    const main = markets.running(markets.mainId);
    const [database, bus, mainStatus, states] = await Promise.all([
      stateOf(sources.pingDatabase()),
      pingBus === undefined ? null : stateOf(pingBus()),
      main === null ? null : inTime(main.status()),
      Promise.all(markets.allRunning().map((market) => inTime(toReadiness(market)))),
    ]);
    const isHealthy = database === 'ok' && bus !== 'unavailable' && ledger.state !== 'violated';
    return {
      ready: !draining && isHealthy && (!isEdge || mainStatus?.ready === true),
      draining,
      database,
      ledger: ledger.state,
      ...(bus === null ? {} : { bus }),
      markets: states.filter((state) => state !== null),
    };
  };
}
