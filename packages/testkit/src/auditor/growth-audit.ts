import type { Report, Stamp } from './audit-parts.ts';
import type { AuditedPosition, Books } from './books.ts';
import { averageOf, levelsHaveTurn, liquidationLevel, mustLiquidate, openFee, sameRecord } from './formulas.ts';
import type { SeenBatch, SeenPosition, SeenRules, SeenTrade } from './observations.ts';
import type { PriceModel } from './price-model.ts';
import { entryAt, exitAt } from './quotes.ts';

interface Step {
  addition?: SeenBatch['additions'][number];
  trade?: SeenTrade;
}

type Levels = Pick<SeenPosition, 'takeProfit' | 'stopLoss'>;

/** What was added and what was closed, as it happened: ids grow. */
export function inOrder({ additions, trades, transfers }: SeenBatch): Step[] {
  const left = transfers.filter(({ kind }) => kind === 'add');
  const steps = additions.map((addition): Step & { id: bigint } => {
    const place = left.findIndex(({ subjectId }) => subjectId === addition.positionId);
    const [transfer] = place < 0 ? [] : left.splice(place, 1);
    return { id: transfer?.id ?? 0n, addition };
  });
  return [...steps, ...trades.map((trade) => ({ id: trade.id, trade }))].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * What the batch tells first of the levels of a position after one of its steps: with what closes it or a part of it, or else
 * as it leaves the position.
 * @param later the steps that follow
 */
export function toldNext(id: bigint, later: readonly Step[], { changedPositions }: SeenBatch): Levels | undefined {
  const next = later.find(({ trade }) => trade?.positionId === id)?.trade;
  return next ?? changedPositions.find((position) => position.id === id);
}

/**
 * The least that was in each position that a batch has added to or taken from, from before its first step to its last: what is
 * left is in the books, and what was there before each step follows from it.
 */
export function leastBefore(batch: SeenBatch, { positions }: Pick<Books, 'positions'>): Map<bigint, bigint> {
  const margins = new Map<bigint, bigint>();
  const least = new Map<bigint, bigint>();
  for (const { addition, trade } of inOrder(batch).toReversed()) {
    const id = addition?.positionId ?? trade?.positionId ?? 0n;
    const after = margins.get(id) ?? positions.get(id)?.state.margin ?? 0n;
    const before = addition?.entry.held ?? after + (trade?.margin ?? 0n);
    const lowest = least.get(id) ?? before;
    margins.set(id, before);
    least.set(id, before < lowest ? before : lowest);
  }
  return least;
}

/** Checks what somebody has added to a position. */
export class GrowthAudit {
  readonly #prices: PriceModel;
  readonly #rules: SeenRules;
  readonly #report: Report;

  constructor(prices: PriceModel, rules: SeenRules, report: Report) {
    this.#prices = prices;
    this.#rules = rules;
    this.#report = report;
  }

  /**
   * @param next its levels as they are told next: they may have been set before the fill
   * @returns the position with the fill; null where it can't be told
   */
  add(
    known: AuditedPosition | undefined,
    { positionId, n, entry }: SeenBatch['additions'][number],
    next: Levels | undefined,
    stamp: Stamp,
  ): SeenPosition | null {
    const about = `entry ${n} of position ${positionId}`;
    if (known === undefined) return this.#refuse('E2', `${about}, which is not open`);
    const { state, due } = known;
    const rules = this.#rules;
    const { side, leverage, symbol } = state;
    const { margin, held, record } = entry;
    if (due !== null) this.#report('E2', `${about} after ${due.reason} had taken it`);
    if (stamp.isOver) this.#report('E2', `${about} after the end of its market`);
    if (n !== state.added.length + 2 || n > 20) this.#report('E13', `${about} follows ${state.added.length + 1}`);
    if (held !== state.margin) this.#report('E13', `${about}: held ${held}, not ${state.margin}`);
    if (margin < 1_000_000n) this.#report('L8', `${about} of ${margin}`);
    const newest = this.#prices.newestUpTo(symbol, stamp.seq);
    if (newest === null || !sameRecord(record, entryAt(newest, side, rules))) {
      return this.#refuse('E4', `${about} did not use the newest price`);
    }
    if (stamp.now - record.time > rules.staleAfterMs) this.#report('E4', `${about} at a stale price`);
    const price = averageOf(side, { margin: held, price: state.entryPrice }, { margin, price: record.price });
    const fee = openFee({ margin, leverage }, rules);
    const grown = { ...state, margin: held + margin, notional: (held + margin) * BigInt(leverage), entryPrice: price };
    const liquidationPrice = liquidationLevel(grown, rules);
    const exit = exitAt(newest, side, rules).price;
    if (mustLiquidate(grown, exit, rules)) this.#report('E13', `${about} is at its liquidation`);
    const haveTurn = (levels: Levels): boolean => levelsHaveTurn({ side, ...levels }, liquidationPrice, exit);
    if (!haveTurn(state) && !(next !== undefined && haveTurn(next))) {
      this.#report('E13', `${about} leaves a level without its turn`);
    }
    return { ...grown, liquidationPrice, openFee: state.openFee + fee, added: [...state.added, entry] };
  }

  #refuse(rule: string, message: string): null {
    this.#report(rule, message);
    return null;
  }
}
