import type { MarketPort, Markets } from '../engine/market-port.ts';
import type { Throttle } from '../identity/throttle.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { Board, ClassBoards } from './board.ts';
import type { ClassRecord, ClassStore } from './ports.ts';

interface Dependencies {
  store: ClassStore;
  boards: ClassBoards;
  markets: Pick<Markets, 'get'>;
  throttle: Pick<Throttle, 'classCode'>;
  clock: Clock;
  /** Cancels what rests of somebody and could open a position where they may not. Never rejects. */
  cancelEntries(userId: bigint): Promise<void>;
}

/** Who asks about a class, and from where. */
export interface Asking {
  userId: bigint;
  address: string;
}

/** A class as somebody sees it who has its code. */
export interface SeenClass {
  found: ClassRecord;
  isMember: boolean;
}

/** Classes for people: what there is behind a code, in and out of it, and how its members do. */
export class Classes {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Those that somebody is in, the one joined last first. */
  of(userId: bigint): Promise<(ClassRecord & { joinedAt: number })[]> {
    return this.#with.store.of(userId);
  }

  /**
   * Members are asked for no patience; everybody else is guessing, until the code is right.
   * @throws Problem class_not_found, too_many_requests
   */
  async find(code: string, { userId, address }: Asking): Promise<SeenClass> {
    const { store, throttle } = this.#with;
    const seen = await store.byCode(code, userId);
    if (seen?.isMember === true) return { found: seen, isMember: true };
    const guess = await throttle.classCode(userId, address);
    if (seen === null) throw new Problem('class_not_found');
    await guess.succeeded();
    return { found: seen, isMember: false };
  }

  /** The market of a class. @throws Problem unavailable while it could not be started */
  market({ marketId }: ClassRecord): MarketPort {
    const market = this.#with.markets.get(marketId);
    if (market === null) throw new Problem('unavailable');
    return market;
  }

  /** Joined twice is joined once. @throws Problem class_not_found, too_many_requests, class_ended */
  async join(code: string, asking: Asking): Promise<void> {
    const { store, boards, clock } = this.#with;
    const { found, isMember } = await this.find(code, asking);
    if (isMember) return;
    if (found.endedAt !== null || found.isOver) throw new Problem('class_ended');
    await store.join(found.id, asking.userId, clock.now());
    boards.forget(found.id);
  }

  /** @throws Problem class_not_found, too_many_requests */
  async leave(code: string, asking: Asking): Promise<void> {
    const { store, boards, clock, cancelEntries } = this.#with;
    const { found } = await this.find(code, asking);
    await store.leave(found.id, asking.userId, clock.now());
    boards.forget(found.id);
    await cancelEntries(asking.userId);
  }

  /** @throws Problem class_not_found, too_many_requests, not_a_member */
  async members(code: string, asking: Asking): Promise<{ found: ClassRecord; board: Board }> {
    const { found, isMember } = await this.find(code, asking);
    if (!isMember) throw new Problem('not_a_member');
    return { found, board: await this.#with.boards.read(found) };
  }

  board(found: ClassRecord): Promise<Board> {
    return this.#with.boards.read(found);
  }
}
