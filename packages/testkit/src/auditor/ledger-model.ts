import type { SeenTransfer } from './observations.ts';

type Report = (rule: string, message: string) => void;

const USER_BOOKS = new Set(['available', 'orders', 'margin', 'locked']);
const MARKET_BOOKS = new Set(['issuance', 'clearing', 'fees', 'insurance', 'network', 'funding']);
/** What may take from a book and what may give to it; the other books of a market are anybody's. */
const GUARDED: Record<string, { takes: string[]; gives: string[] }> = {
  issuance: { takes: ['grant', 'card', 'adjustment'], gives: ['seasonEnd', 'cardPayout', 'adjustment'] },
  network: { takes: ['deposit'], gives: ['withdrawPaid'] },
  funding: { takes: ['funding'], gives: ['funding'] },
};

/** The auditor's own ledger: balances are nothing but the sums of the entries that it has seen. */
export class LedgerModel {
  readonly #balances = new Map<string, bigint>();
  readonly #seen = new Set<bigint>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  balance(accountId: bigint | null, book: string): bigint {
    return this.#balances.get(`${accountId ?? 'market'}:${book}`) ?? 0n;
  }

  /** Books a transfer; entries are checked one by one and as a whole. */
  apply({ id, kind, legs }: SeenTransfer): void {
    if (this.#seen.has(id)) this.#report('L6', `transfer ${id} was written twice`);
    this.#seen.add(id);
    if (legs.length < 2) this.#report('L1', `transfer ${id} has ${legs.length} entries`);
    if (legs.some(({ amount }) => amount === 0n)) this.#report('L1', `transfer ${id} has an entry of zero`);
    const sum = legs.reduce((total, { amount }) => total + amount, 0n);
    if (sum !== 0n) this.#report('L1', `transfer ${id} sums to ${sum}`);
    for (const { ref, amount } of legs) {
      const known = ref.accountId === null ? MARKET_BOOKS : USER_BOOKS;
      if (!known.has(ref.book)) this.#report('L3', `transfer ${id} uses the book ${ref.book}`);
      const guarded = GUARDED[ref.book];
      if (guarded !== undefined && !guarded[amount < 0n ? 'takes' : 'gives'].includes(kind)) {
        this.#report('L3', `a ${kind} transfer moves ${amount} on ${ref.book}`);
      }
      const key = `${ref.accountId ?? 'market'}:${ref.book}`;
      this.#balances.set(key, (this.#balances.get(key) ?? 0n) + amount);
    }
  }

  /** Rules that hold after every batch. */
  check(): void {
    let total = 0n;
    for (const [key, balance] of this.#balances) {
      total += balance;
      if (!key.startsWith('market:') && balance < 0n) this.#report('L4', `${key} is ${balance}`);
    }
    if (total !== 0n) this.#report('L3', `all books together are ${total}`);
    if (this.balance(null, 'insurance') > 0n) this.#report('E6', 'the insurance book gained');
  }
}
