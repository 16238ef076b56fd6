import { Problem } from '../lib/problem.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Belonging, ClassStore } from './ports.ts';

/** What somebody wants of the market of a class: to open something, only to look and to close, or to read its prices. */
export type Purpose = 'open' | 'look' | 'prices';

/**
 * Who may come near the market of a class: its members, and nobody else. Whoever has left looks at what they did and
 * closes what they have; operators look through the operator area, and read the prices that a debrief draws.
 */
export class ClassAdmission {
  readonly #store: Pick<ClassStore, 'classOf' | 'belonging'>;
  readonly #markets: Pick<Markets, 'get' | 'mainId'>;
  /** By market. Which class a market is of is decided together with the market. */
  readonly #known = new Map<string, bigint | null>();

  constructor(store: Pick<ClassStore, 'classOf' | 'belonging'>, markets: Pick<Markets, 'get' | 'mainId'>) {
    this.#store = store;
    this.#markets = markets;
  }

  /** The class that a market is of; null of every other market, and of one that nobody knows. */
  async classOf(marketId: string): Promise<bigint | null> {
    const known = this.#known.get(marketId);
    if (known !== undefined) return known;
    // What is no market is not kept: anybody may name anything.
    if (this.#markets.get(marketId) === null) return null;
    const found = await this.#store.classOf(marketId);
    this.#known.set(marketId, found);
    return found;
  }

  /** The main market is nobody's own, which takes no look-up. */
  isEverybodys(marketId: string): boolean {
    return marketId === this.#markets.mainId;
  }

  /** @returns as what somebody comes; null where there is no class. @throws Problem not_a_member */
  async admit(marketId: string, userId: bigint, purpose: Purpose): Promise<Belonging | null> {
    const classId = await this.classOf(marketId);
    if (classId === null) return null;
    const belonging = await this.#store.belonging(classId, marketId, userId);
    if (!mayCome(belonging, purpose)) throw new Problem('not_a_member');
    return belonging;
  }

  /** The same of somebody who looks; null at once of the main market, which is everybody's. */
  toLook(marketId: string, userId: bigint): Promise<void> | null {
    return this.isEverybodys(marketId) ? null : this.#letLook(marketId, userId);
  }

  /** Whether somebody finds a market among all others. */
  async finds(marketId: string, userId: bigint): Promise<boolean> {
    const classId = await this.classOf(marketId);
    return classId === null || mayCome(await this.#store.belonging(classId, marketId, userId), 'look');
  }

  async #letLook(marketId: string, userId: bigint): Promise<void> {
    await this.admit(marketId, userId, 'look');
  }
}

const MAY: Readonly<Record<Belonging, readonly Purpose[]>> = {
  member: ['open', 'look', 'prices'],
  left: ['look', 'prices'],
  operator: ['prices'],
  stranger: [],
};

const mayCome = (belonging: Belonging, purpose: Purpose): boolean => MAY[belonging].includes(purpose);
