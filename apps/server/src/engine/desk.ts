import type { Command, Idempotency, Outcome, TradingDesk } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import type { MarketDirectory } from '../queries/ports.ts';
import type { MarketHost } from './market-host.ts';

/** All markets of the server: finds the queue that a command belongs to. */
export class MarketDesk implements TradingDesk, MarketDirectory {
  readonly mainId: string;
  readonly #hosts = new Map<string, MarketHost>();

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

  submit(marketId: string, command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const host = this.#hosts.get(marketId);
    return host === undefined ? Promise.resolve(refuse('unknown_market')) : host.submit(command, idempotency);
  }

  /** Stops every market; resolves when all of them have stored what was in flight. */
  async stop(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.stop()));
  }
}
