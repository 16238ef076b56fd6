import type { Command, Idempotency, Outcome, TradingDesk } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import type { MarketDirectory } from '../queries/ports.ts';
import type { MarketHost } from './market-host.ts';

/** All markets of the server: finds the queue that a command belongs to. */
export class MarketDesk implements TradingDesk, MarketDirectory {
  readonly mainId: string;
  readonly #hosts = new Map<string, MarketHost>();
  /** Keys in flight, and where. */
  readonly #keys = new Map<string, { marketId: string; count: number }>();

  constructor(mainId: string) {
    this.mainId = mainId;
  }

  /** Adds a market that has been started. */
  add(host: MarketHost): void {
    this.#hosts.set(host.id, host);
  }

  get(marketId: string): MarketHost | null {
    return this.#hosts.get(marketId) ?? null;
  }

  /** The main market first, the others in the order in which they were added. */
  all(): MarketHost[] {
    const isMain = (host: MarketHost): number => (host.id === this.mainId ? 0 : 1);
    return [...this.#hosts.values()].sort((a, b) => isMain(a) - isMain(b));
  }

  /**
   * A key belongs to a user and an operation, whatever the market (rule L6): while it is in flight in
   * one market it is somebody else's in every other.
   */
  async submit(marketId: string, command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const host = this.#hosts.get(marketId);
    if (host === undefined) return refuse('unknown_market');
    if (idempotency === undefined) return host.submit(command);
    const scope = `${idempotency.userId}:${idempotency.operation}:${idempotency.key}`;
    const inFlight = this.#keys.get(scope) ?? { marketId, count: 0 };
    if (inFlight.marketId !== marketId) return refuse('idempotency_conflict');
    this.#keys.set(scope, inFlight);
    inFlight.count++;
    try {
      return await host.submit(command, idempotency);
    } finally {
      inFlight.count--;
      if (inFlight.count === 0) this.#keys.delete(scope);
    }
  }

  /** Stops every market; resolves when all of them have stored what was in flight. */
  async stop(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.stop()));
  }
}
