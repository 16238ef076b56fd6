import { closingPrice, dayOf, profitAndLoss, type Usdt } from '@plecho/domain';
import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { ClassRecord, ClassStore, HeldExposure, LeverageRecord, LossCount, MemberRecord } from './ports.ts';

/** Everybody of a class looks at the same board: it is read once for all who ask within this time. */
const KEPT_MS = 1_500;

/** How everybody in a class does, at one moment. */
export interface Board {
  members: MemberRecord[];
  byLeverage: LeverageRecord[];
  losses: LossCount;
  /** Open positions by account: how many, and what they have won or lost at the newest prices. */
  open: ReadonlyMap<bigint, { count: number; pnl: Usdt }>;
  /** The day (UTC, from 1970) of the market's own clock. */
  today: number;
}

interface Dependencies {
  store: Pick<ClassStore, 'members' | 'byLeverage' | 'losses' | 'openPositions'>;
  markets: Pick<Markets, 'get'>;
  clock: Clock;
}

export class ClassBoards {
  readonly #with: Dependencies;
  readonly #kept = new Map<bigint, { at: number; board: Promise<Board> }>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  read(found: ClassRecord): Promise<Board> {
    const now = this.#with.clock.now();
    const kept = this.#kept.get(found.id);
    if (kept !== undefined && now - kept.at < KEPT_MS) return kept.board;
    const board = this.#read(found);
    this.#kept.set(found.id, { at: now, board });
    board.catch(() => this.#kept.delete(found.id));
    return board;
  }

  /** Somebody has come, gone or ended something: the next who asks is to see it. */
  forget(classId: bigint): void {
    this.#kept.delete(classId);
  }

  async #read(found: ClassRecord): Promise<Board> {
    const { store, markets, clock } = this.#with;
    const { marketId, startBalance } = found;
    const [members, byLeverage, losses, held] = await Promise.all([
      store.members(found, startBalance),
      store.byLeverage(marketId),
      store.losses(marketId),
      store.openPositions(marketId),
    ]);
    const status = await markets.get(marketId)?.status();
    const open = await this.#worths(marketId, held);
    return { members, byLeverage, losses, open, today: dayOf(status?.now ?? clock.now()) };
  }

  /** A position whose pair has no price counts as flat. */
  async #worths(marketId: string, held: readonly HeldExposure[]): Promise<Board['open']> {
    const market = this.#with.markets.get(marketId);
    const prices = await market?.lastPrices(new Set(held.map(({ symbol }) => symbol)));
    const open = new Map<bigint, { count: number; pnl: Usdt }>();
    for (const position of held) {
      const { accountId, symbol, side } = position;
      const price = prices?.get(symbol)?.price;
      const spread = market?.definition.rules.spreads.get(symbol) ?? 0n;
      const pnl = price === undefined ? 0n : profitAndLoss(position, closingPrice(side, price, spread));
      const sum = open.get(accountId) ?? { count: 0, pnl: 0n };
      open.set(accountId, { count: sum.count + 1, pnl: sum.pnl + pnl });
    }
    return open;
  }
}
