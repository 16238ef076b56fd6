import type { OwnedMarket, OwnerList } from '../storage/cluster/market-owners.ts';

/** So long nothing may have changed before a market is given away, and after one was. */
const STEADY_MS = 60_000;
/** Where several have too many, each leaves the one before it so much time to begin. */
const TURN_MS = 10_000;
/** Without a look for so long, this process or the database has stood still. */
const GAP_MS = 5_000;

/** How many markets each engine has that is there. A scenario is where its base is, and counts with it. */
export function sharesOf({ markets, engines }: OwnerList): Map<string, number> {
  const has = ({ base, isHeld, process }: OwnedMarket, id: string): boolean =>
    base === null && isHeld && process === id;
  return new Map(engines.map((id) => [id, markets.filter((market) => has(market, id)).length]));
}

export interface BalanceOptions {
  /** Id of this process. */
  processId: string;
  /** How many people it would bother if a market moved; null: it has to stay where it is. */
  bother(marketId: string): number | null;
}

/**
 * Says when this process has a market too many, so that an engine that came later has its share. It goes by durations of
 * its own even clock alone. The same market is not given away twice while engines and markets are the same: one that the
 * others can't run comes back, and stays.
 */
export class Balance {
  readonly #options: BalanceOptions;
  readonly #given = new Set<string>();
  /** Which engines and markets there are, and who has what, as it was seen last. */
  #there = '';
  #picture = '';
  /** By the even clock, ms: the newest look, and since when nothing has changed. */
  #newest = Number.NEGATIVE_INFINITY;
  #steadySince = Number.POSITIVE_INFINITY;

  constructor(options: BalanceOptions) {
    this.#options = options;
  }

  /**
   * To be asked at every look. @param now by the even clock, ms @param isSteady whether this process may judge others
   * @returns the market to give away now, and its scenarios; nothing almost always
   */
  surplus(list: OwnerList, now: number, isSteady: boolean): string[] {
    this.#see(list, now, isSteady);
    const turn = this.#turnOf(sharesOf(list));
    if (turn === null || now - this.#steadySince < STEADY_MS + turn * TURN_MS) return [];
    const [least] = this.#movable(list.markets).toSorted((a, b) => a.bother - b.bother);
    if (least === undefined) return [];
    this.#given.add(least.id);
    this.#steadySince = now;
    return least.group;
  }

  /** Whether this process has given a market away lately: it should be the last one to take it. */
  hasGiven(marketId: string): boolean {
    return this.#given.has(marketId);
  }

  #see({ engines, markets }: OwnerList, now: number, isSteady: boolean): void {
    const there = JSON.stringify([engines.toSorted(), markets.map(({ id, base }) => [id, base])]);
    if (there !== this.#there) this.#given.clear();
    this.#there = there;
    const picture = JSON.stringify([there, markets.map(({ process }) => process)]);
    const isOwned = ({ isHeld, isSilent, process }: OwnedMarket): boolean =>
      isHeld && !isSilent && process !== null && engines.includes(process);
    const isSame = picture === this.#picture && now - this.#newest <= GAP_MS;
    if (!isSame || !isSteady || !markets.every(isOwned)) this.#steadySince = now;
    this.#picture = picture;
    this.#newest = now;
  }

  /** The place of this process among those that have at least two more than the one with the fewest; null without one. */
  #turnOf(shares: ReadonlyMap<string, number>): number | null {
    const fewest = Math.min(...shares.values());
    const tooMany = [...shares].filter(([, share]) => share >= fewest + 2);
    const order = tooMany.toSorted(([a, some], [b, others]) =>
      others === some ? Number(a > b) - Number(a < b) : others - some,
    );
    const turn = order.findIndex(([id]) => id === this.#options.processId);
    return turn === -1 ? null : turn;
  }

  #movable(markets: readonly OwnedMarket[]): { id: string; group: string[]; bother: number }[] {
    const { processId, bother } = this.#options;
    return markets
      .filter(({ id, base, process }) => base === null && process === processId && !this.#given.has(id))
      .flatMap(({ id }) => {
        const group = [id, ...markets.filter(({ base }) => base === id).map((scenario) => scenario.id)];
        const bothers = group.map(bother).filter((people) => people !== null);
        if (bothers.length < group.length) return [];
        return [{ id, group, bother: bothers.reduce((sum, people) => sum + people, 0) }];
      });
  }
}
