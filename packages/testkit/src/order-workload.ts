import type { Books } from './auditor/books.ts';
import type { SeenCommand, SeenTerms, SeenTrail } from './auditor/observations.ts';
import type { Random } from './random.ts';

/** Draws what orders wait for, reasonable and not. */
export class OrderWorkload {
  /** Market time, ms. */
  now = 0;
  readonly #random: Random;
  readonly #books: Books;
  readonly #levels: ReadonlyMap<string, bigint>;

  constructor(random: Random, books: Books, levels: ReadonlyMap<string, bigint>) {
    this.#random = random;
    this.#books = books;
    this.#levels = levels;
  }

  /** @returns with a price that levels can be set around */
  terms(level: bigint, isBuying: boolean): SeenTerms & { around: bigint } {
    const random = this.#random;
    const kind = random.pick(['limit', 'limit', 'stopMarket', 'stopLimit', 'trailingStop'] as const);
    const limitPrice = this.#price(level);
    const stopPrice = this.#stop(level, isBuying);
    const expiry = this.#expiry();
    // Some have what another kind has.
    if (random.chance(2)) return { kind, stopPrice, ...expiry, around: level };
    if (kind === 'limit') return { ...(random.chance(50) ? { kind } : {}), limitPrice, ...expiry, around: limitPrice };
    if (kind === 'stopMarket') return { kind, stopPrice, ...expiry, around: stopPrice };
    if (kind === 'stopLimit') {
      const near = random.chance(60)
        ? stopPrice + (stopPrice * random.pick([-2n, -1n, 0n, 1n, 2n])) / 100n
        : limitPrice;
      return { kind, stopPrice, limitPrice: near, ...expiry, around: near };
    }
    return { kind, callback: this.#trail(level), ...expiry, around: level };
  }

  /** A trailing stop, none, or not a word of it. */
  trailing(level: bigint): { trailing?: SeenTrail | null } {
    const random = this.#random;
    if (random.chance(55)) return {};
    return { trailing: random.chance(20) ? null : this.#trail(level) };
  }

  reduce(accountId: bigint, positionId: bigint): SeenCommand {
    const random = this.#random;
    const position = this.#books.positions.get(positionId)?.state;
    const { around: _around, ...terms } = this.terms(this.#levelOf(position?.symbol), position?.side === 'short');
    const portion = random.pick([10_000n, 10_000n, 5_000n, 2_500n, 1n, 9_999n, 0n, 10_001n]);
    return { type: 'reduceOrder', accountId, positionId, portion, ...terms };
  }

  /** Mostly something that the order has. */
  amend(accountId: bigint, orderId: bigint, margin: bigint): SeenCommand {
    const random = this.#random;
    const order = this.#books.orders.get(orderId)?.state;
    const level = this.#levelOf(order?.symbol);
    const isBuying = (order?.side === 'long') === (order?.reduces === null);
    const wants = (has: boolean): boolean => random.chance(has ? 50 : 3);
    return {
      type: 'amendOrder',
      accountId,
      orderId,
      ...(wants(order?.reduces === null) ? { margin } : {}),
      ...(wants((order?.limitPrice ?? null) !== null) ? { limitPrice: this.#price(level) } : {}),
      ...(wants((order?.stopPrice ?? null) !== null) ? { stopPrice: this.#stop(level, isBuying) } : {}),
      ...(wants((order?.callback ?? null) !== null) ? { callback: this.#trail(level) } : {}),
      ...(random.chance(20) ? { takeProfit: null, stopLoss: null } : {}),
      calibrated: random.chance(70),
      ...this.#expiry(),
    };
  }

  #levelOf(symbol: string | undefined): bigint {
    return this.#levels.get(symbol ?? '') ?? [...this.#levels.values()][0] ?? 1n;
  }

  #price(level: bigint): bigint {
    const random = this.#random;
    if (random.chance(6)) return random.pick([0n, -level, level * 11n, level / 11n, 10n ** 18n, 10n ** 30n]);
    return level + (level * random.pick([-8n, -4n, -2n, -1n, 0n, 1n, 2n, 4n, 8n])) / 100n;
  }

  /** Mostly on the side that waits. */
  #stop(level: bigint, isBuying: boolean): bigint {
    const random = this.#random;
    if (random.chance(12)) return this.#price(level);
    const away = random.pick([1n, 1n, 2n, 3n, 6n]);
    return level + (level * (isBuying ? away : -away)) / 100n;
  }

  #trail(level: bigint): SeenTrail {
    const random = this.#random;
    if (random.chance(5)) return { unit: 'percent', value: random.pick([0n, -5n, 9n, 5_001n, 10n ** 30n]) };
    if (random.chance(60)) return { unit: 'percent', value: random.pick([10n, 50n, 100n, 100n, 233n, 500n, 5_000n]) };
    return { unit: 'price', value: random.pick([1n, level / 100n, level / 50n, level / 20n, level, level * 2n]) };
  }

  #expiry(): { expiresAt?: number | null } {
    const random = this.#random;
    if (!random.chance(25)) return {};
    return { expiresAt: random.chance(15) ? null : this.now + random.pick([-1_000, 0, 1, 250, 3_000, 10_000, 60_000]) };
  }
}
