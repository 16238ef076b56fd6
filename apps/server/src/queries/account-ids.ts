import type { Markets } from '../engine/market-port.ts';
import { Problem } from '../lib/problem.ts';
import type { AccountReader } from './ports.ts';

/**
 * Finds the account of a user in a market, from memory after the first time: it never changes.
 * The account in the main market is opened when it is missing, so that a registration cut short
 * between its two steps heals by itself; other markets have to be entered.
 */
export class AccountIds {
  readonly #reader: AccountReader;
  readonly #markets: Markets;
  readonly #known = new Map<string, bigint>();

  constructor(reader: AccountReader, markets: Markets) {
    this.#reader = reader;
    this.#markets = markets;
  }

  /** From memory only; undefined when it has to be looked up. */
  peek(userId: bigint, marketId: string): bigint | undefined {
    return this.#known.get(`${marketId}:${userId}`);
  }

  /** Of a market that few ask about: it is looked up again. */
  forget(userId: bigint, marketId: string): void {
    this.#known.delete(`${marketId}:${userId}`);
  }

  /** @throws Problem market_not_entered */
  async find(userId: bigint, marketId: string): Promise<bigint> {
    const known = this.peek(userId, marketId) ?? (await this.#reader.accountId(userId, marketId));
    if (known === null) {
      if (marketId !== this.#markets.mainId) throw new Problem('market_not_entered');
      return this.enter(userId, marketId);
    }
    return this.#remember(userId, marketId, known);
  }

  /**
   * Opens the account, unless it is open already. A market that is over takes nobody in and stays open
   * to whoever was there. @throws Problem when the market refuses
   */
  async enter(userId: bigint, marketId: string): Promise<bigint> {
    const outcome = await this.#markets.submit(marketId, { type: 'openAccount', userId });
    if (!outcome.ok) {
      const known = outcome.code === 'market_ended' ? await this.#reader.accountId(userId, marketId) : null;
      if (known === null) throw new Problem(outcome.code);
      return this.#remember(userId, marketId, known);
    }
    if (outcome.result.type !== 'account') throw new TypeError(`an account was opened with ${outcome.result.type}`);
    return this.#remember(userId, marketId, outcome.result.accountId);
  }

  #remember(userId: bigint, marketId: string, accountId: bigint): bigint {
    this.#known.set(`${marketId}:${userId}`, accountId);
    return accountId;
  }
}
