import { plain, type Books } from './books.ts';
import { expectedClose, openFee, sameRecord } from './formulas.ts';
import type { SeenBatch, SeenPosition, SeenRecord, SeenRules, SeenTrade } from './observations.ts';
import { exitAt } from './quotes.ts';

/** The smallest margin that a position is opened with. */
const LEAST = 1_000_000n;

/** Checks what a reversal opens, and whether one had to be refused for want of money. */
export class ReversalAudit {
  readonly #rules: SeenRules;
  /** What was available right after each opening, by position. */
  readonly #left = new Map<bigint, bigint>();

  constructor(rules: SeenRules) {
    this.#rules = rules;
  }

  /** @param accounts as the batch leaves them: what was available before each transfer follows backwards from there */
  committed({ transfers }: SeenBatch, { accounts }: Pick<Books, 'accounts'>): void {
    const available = new Map<bigint, bigint>();
    for (const { kind, subjectId, legs } of transfers.toReversed()) {
      for (const { ref, amount } of legs) {
        if (ref.accountId === null || ref.book !== 'available') continue;
        const after = available.get(ref.accountId) ?? accounts.get(ref.accountId)?.available ?? 0n;
        if (kind === 'open' && !this.#left.has(subjectId)) this.#left.set(subjectId, after);
        available.set(ref.accountId, after - amount);
      }
    }
  }

  /** What is wrong with what a reversal has opened; null when nothing is. */
  problemOf(trade: SeenTrade, position: SeenPosition): string | null {
    const { accountId, symbol, side, margin, leverage } = position;
    const must = { accountId: trade.accountId, symbol: trade.symbol, leverage: trade.leverage };
    if (side === trade.side || plain(must) !== plain({ accountId, symbol, leverage })) return 'is not its opposite';
    if (!sameRecord(position.entryRecord, trade.exitRecord)) return 'begins at another price';
    if (margin === trade.margin) return null;
    const left = this.#left.get(position.id) ?? 0n;
    const cost = (of: bigint): bigint => of + openFee({ margin: of, leverage }, this.#rules);
    const isMost = margin < trade.margin && cost(margin + 1n) > left + cost(margin);
    return isMost ? null : `has a margin of ${margin} and leaves ${left} of ${trade.margin}`;
  }

  /**
   * The most that a reversal takes out of the available balance, to open the smallest position.
   * @param held what it reverses, with the least margin that it had; undefined where that is not known any more
   * @param records that were the newest while it was decided
   */
  needOf(held: SeenPosition | undefined, records: readonly SeenRecord[]): bigint {
    const need = LEAST + openFee({ margin: LEAST, leverage: held?.leverage ?? 10 }, this.#rules);
    if (held === undefined) return need;
    const payouts = records.map(
      (record) => expectedClose(held, exitAt(record, held.side, this.#rules).price, 'user', this.#rules).payout,
    );
    return need - payouts.reduce((least, payout) => (payout < least ? payout : least), payouts[0] ?? 0n);
  }
}
