import { plain, type Books } from './auditor/books.ts';
import type { SeenCommand, SeenEffect } from './auditor/observations.ts';
import type { Random } from './random.ts';

/** What a command is sent under, so that it has one effect. */
export interface Key {
  userId: bigint;
  action: string;
  key: string;
  bodyHash: string;
}

/** A deposit or a card top-up that somebody has asked for outside the market. */
interface Outside {
  id: bigint;
  accountId: bigint;
  effect: SeenEffect;
}

const NETWORKS: Record<string, readonly [string, ...string[]]> = {
  USDT: ['bsc', 'ethereum', 'tron', 'polygon', 'arbitrum'],
  BTC: ['bitcoin'],
  ETH: ['ethereum', 'arbitrum'],
};
const ADDRESS = `sim1e${'q'.repeat(38)}`;

/** Draws what people and the system do with practice money, much of it again and in rival forms. */
export class MoneyWorkload {
  readonly #random: Random;
  readonly #books: Books;
  readonly #outside: Outside[] = [];
  #nextId: bigint;

  /** @param firstId of deposits and cards; they are nobody's else */
  constructor(random: Random, books: Books, firstId: bigint) {
    this.#random = random;
    this.#books = books;
    this.#nextId = firstId;
  }

  command(accountId: bigint): SeenCommand {
    const kind = this.#random.int(1, 100);
    if (kind <= 22) return this.#withdraw(accountId);
    if (kind <= 30) return this.#withdrawToCard(accountId);
    if (kind <= 65) return this.#settleWithdrawal() ?? this.#withdraw(accountId);
    if (kind <= 84) return this.#settleOutside(accountId);
    if (kind <= 93) return this.#adjust(accountId);
    return { type: 'startSeason', accountId };
  }

  /** An operation is settled under its own id. */
  keyOf({ type, accountId = 0n, operationId = 0n, effect }: SeenCommand): Key | null {
    if (type !== 'settleOperation') return null;
    const userId = this.#books.accounts.get(accountId)?.userId ?? 1n;
    return { userId, action: type, key: operationId.toString(), bodyHash: plain(effect) };
  }

  #withdraw(accountId: bigint): SeenCommand {
    const random = this.#random;
    const asset = random.pick(['USDT', 'USDT', 'USDT', 'BTC', 'ETH']);
    const network = random.chance(4) ? random.pick(['bitcoin', 'bsc']) : random.pick(NETWORKS[asset] ?? ['bsc']);
    const memo = network === 'tron' && random.chance(50) ? '12345' : null;
    return {
      type: 'withdraw',
      accountId,
      asset,
      amount: this.#amount(accountId, asset),
      network,
      address: ADDRESS,
      memo,
      isLimitReached: random.chance(3),
    };
  }

  #withdrawToCard(accountId: bigint): SeenCommand {
    const random = this.#random;
    const card = random.pick(['approved', 'declined']);
    const amount = this.#amount(accountId, 'USDT');
    return { type: 'withdrawToCard', accountId, amount, card, isLimitReached: random.chance(3) };
  }

  #amount(accountId: bigint, asset: string): bigint {
    const random = this.#random;
    const available = this.#books.accounts.get(accountId)?.available ?? 0n;
    if (random.chance(6)) return random.pick([0n, -1n, 1n, 9_999n, 10n ** 40n]);
    if (asset !== 'USDT') return random.bigint(9_000n, random.pick([20_000n, 2_000_000n, 10n ** 9n]));
    if (random.chance(8)) return available;
    if (random.chance(8)) return available + 1n;
    return random.bigint(9_500_000n, available > 40_000_000n ? available / 4n : 10_000_000n);
  }

  /** Mostly one that is under way; sometimes one that has ended, in the same way or in the other. */
  #settleWithdrawal(): SeenCommand | null {
    const random = this.#random;
    const all = [...this.#books.withdrawals.values()];
    const underWay = all.filter(({ id }) => !this.#books.settled.has(id));
    const chosen = random.chance(80) ? random.any(underWay) : random.any(all);
    if (chosen === undefined) return null;
    const { id: operationId, accountId, value, card } = chosen;
    const effect = random.chance(60)
      ? { kind: card === null ? 'withdrawPaid' : 'cardPayout', value }
      : { kind: 'withdrawRefund', value, failure: card === null ? 'addressRefused' : 'bankDeclined' };
    return { type: 'settleOperation', accountId, operationId, effect };
  }

  #settleOutside(accountId: bigint): SeenCommand {
    const random = this.#random;
    const known = random.chance(35) ? random.any(this.#outside) : undefined;
    const { id: operationId, accountId: owner, effect } = known ?? this.#ask(accountId);
    const failed = effect.kind === 'card' && random.chance(30);
    return {
      type: 'settleOperation',
      accountId: owner,
      operationId,
      effect: failed ? { kind: 'failure', failure: random.pick(['bankDeclined', 'expired']) } : effect,
    };
  }

  #ask(accountId: bigint): Outside {
    const random = this.#random;
    const asset = random.pick(['USDT', 'BTC', 'ETH', 'card']);
    const amount = random.bigint(10_000n, random.pick([1_000_000n, 50_000_000n]));
    const effect = asset === 'card' ? { kind: 'card', amount } : { kind: 'deposit', asset, amount };
    const outside = { id: this.#nextId++, accountId, effect };
    this.#outside.push(outside);
    return outside;
  }

  #adjust(accountId: bigint): SeenCommand {
    const random = this.#random;
    const available = this.#books.accounts.get(accountId)?.available ?? 0n;
    const amount = random.pick([
      ...([random.bigint(1n, 100_000_000n), -random.bigint(1n, 50_000_000n)] as const),
      ...([-available, -available - 1n, 0n, 10n ** 14n + 1n] as const),
    ]);
    return { type: 'adjustBalance', accountId, amount, reason: 'prize', operatorId: 99n };
  }
}
