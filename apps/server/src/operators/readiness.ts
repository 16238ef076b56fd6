import type { Readiness } from '@plecho/contract';
import type { Markets, RunningMarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';

const PING_TIMEOUT_MS = 2_000;

export interface ReadinessSources {
  clock: Clock;
  markets: Markets;
  ledger: { readonly state: Readiness['ledger'] };
  /** Rejects while the database can't be asked. */
  pingDatabase(): Promise<void>;
  /** Whether the server is stopping. */
  isDraining(): boolean;
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

/** @returns reads whether the server can do its work: the database answers, the ledger is right, and the main market trades */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const { clock, markets, ledger } = sources;

  async function databaseState(): Promise<Readiness['database']> {
    let cancel = (): void => undefined;
    const late = new Promise<'unavailable'>((resolve) => {
      cancel = clock.after(PING_TIMEOUT_MS, () => resolve('unavailable'));
    });
    const ping = sources.pingDatabase().then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    );
    const state = await Promise.race([ping, late]);
    cancel();
    return state;
  }

  return async () => {
    const draining = sources.isDraining();
    const database = await databaseState();
    const main = await markets.running(markets.mainId)?.status();
    return {
      ready: !draining && database === 'ok' && ledger.state !== 'violated' && main?.ready === true,
      draining,
      database,
      ledger: ledger.state,
      markets: await Promise.all(markets.allRunning().map(toReadiness)),
    };
  };
}
