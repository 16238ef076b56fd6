import type { Clock } from '../lib/clock.ts';
import type { OwnedMarket, OwnerList, PgMarketOwners } from '../storage/cluster/market-owners.ts';
import { Balance, sharesOf } from './balance.ts';

const LOOK_MS = 500;
/** For each market that this process has more than the engine with the fewest, which looks meanwhile; up to the longest. */
const WAIT_PER_MARKET_MS = 600;
const LONGEST_WAIT_MS = 1_800;
/** An owner that is there and has lost its connection takes its market back meanwhile: it has it in memory. */
const RECOVERY_MS = 500;

/** What carries the decisions out. Nothing of it rejects. */
export interface MarketKeeper {
  /** Ids of the markets that run here. */
  running(): readonly string[];
  /** Whether a market is not waiting for another attempt after it failed here. */
  mayTry(marketId: string): boolean;
  /** Makes a market this process's own and runs it, unless somebody else was quicker. */
  claim(marketId: string): Promise<void>;
  /** Has a market that runs here read again if it has lost its lock with its connection, though nothing was to be written. */
  regain(marketId: string): void;
  /** A market, or its base, is another process's: begins to let go of it; from then on it does not run here. */
  lose(marketId: string): void;
  /** How many people it would bother if a market that runs here moved; null: it has to stay. */
  bother(marketId: string): number | null;
  /** Finishes what is under way in markets and gives them up, as a process does that stops; from then on they do not run here. */
  giveUp(marketIds: readonly string[]): void;
}

export interface OwnershipOptions {
  clock: Clock;
  /** Id of this process. */
  processId: string;
  owners: Pick<PgMarketOwners, 'list' | 'fence'>;
  keeper: MarketKeeper;
  /** Whether this process may judge others. @see Heartbeat.isSteady */
  isSteady(): boolean;
  onError(error: unknown): void;
}

/**
 * Decides which markets a process owns (decision 60): claims those that nobody has, the sooner the fewer it owns, ends the
 * connection of an owner that is silent, lets go of what somebody else has by now, and gives up what it has too many of
 * (decision 96). A scenario is where its base is: it hears the prices of its base in memory.
 */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #balance: Balance;
  /** Since when markets are seen to be nobody's, by the even clock, ms. */
  readonly #freeSince = new Map<string, number>();
  #working: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(options: OwnershipOptions) {
    this.#options = options;
    const { processId, keeper } = options;
    this.#balance = new Balance({ processId, bother: (id) => keeper.bother(id) });
  }

  /** Resolves when what may be claimed now has been, or its start has failed. Never rejects. */
  async start(): Promise<void> {
    this.#cancel = this.#options.clock.every(LOOK_MS, () => {
      if (this.#working === null) this.#work();
      else this.#lookBeside();
    });
    this.#work();
    await this.#working;
  }

  /** Claims nothing more; resolves when the claim that is under way is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await Promise.all([this.#working, this.#looking]);
  }

  #work(): void {
    this.#working ??= this.#claimAll()
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => (this.#working = null));
  }

  /** A start takes long; what is lost meanwhile must not wait for it. */
  #lookBeside(): void {
    this.#looking ??= this.#survey()
      .then(() => undefined)
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => (this.#looking = null));
  }

  /** One after another, each by what is so then; each once. */
  async #claimAll(): Promise<void> {
    const { keeper } = this.#options;
    const tried = new Set<string>();
    for (;;) {
      const due = await this.#survey();
      const next = due.find((id) => !tried.has(id));
      if (next === undefined || this.#isStopped) return;
      tried.add(next);
      await keeper.claim(next);
    }
  }

  /** Looks who has what, and lets go of what is lost. @returns what may be claimed now */
  async #survey(): Promise<string[]> {
    const { owners, keeper, clock, processId, isSteady } = this.#options;
    const list = await owners.list();
    if (this.#isStopped) return [];
    for (const id of this.#lost(list.markets)) keeper.lose(id);
    const running = new Set(keeper.running());
    for (const { id, isHeld } of list.markets) if (!isHeld && running.has(id)) keeper.regain(id);
    const silent = list.markets.filter(({ isHeld, isSilent, process }) => isHeld && isSilent && process !== processId);
    if (isSteady()) for (const { id } of silent) await owners.fence(id);
    const now = clock.monotonic();
    const surplus = this.#balance.surplus(list, now, isSteady());
    if (surplus.length > 0) keeper.giveUp(surplus);
    for (const { id, isHeld } of list.markets) {
      if (isHeld) this.#freeSince.delete(id);
      else if (!this.#freeSince.has(id)) this.#freeSince.set(id, now);
    }
    return list.markets
      .filter(({ id, base, isHeld }) => !isHeld && !running.has(id) && (base === null || running.has(base)))
      .filter(({ id }) => keeper.mayTry(id))
      .filter((market) => {
        const wait = market.base === null ? this.#waitFor(market, list) : 0;
        return now - (this.#freeSince.get(market.id) ?? now) >= Math.max(wait, this.#recoveryOf(market));
      })
      .map(({ id }) => id);
  }

  /** What somebody else has by now, and scenarios that run here without their base. */
  #lost(markets: readonly OwnedMarket[]): string[] {
    const { keeper, processId } = this.#options;
    const elsewhere = new Set(markets.filter((m) => m.isHeld && m.process !== processId).map(({ id }) => id));
    const here = new Set(keeper.running().filter((id) => !elsewhere.has(id)));
    const isAlone = ({ id, base }: OwnedMarket): boolean => here.has(id) && base !== null && !here.has(base);
    return [...elsewhere, ...markets.filter(isAlone).map(({ id }) => id)];
  }

  #recoveryOf({ process, isSilent }: OwnedMarket): number {
    return process === null || process === this.#options.processId || isSilent ? 0 : RECOVERY_MS;
  }

  /** How long this process leaves a market to engines that have fewer, ms. Whoever has just lost it was given its time. */
  #waitFor({ id, process }: OwnedMarket, list: OwnerList): number {
    const { processId, keeper } = this.#options;
    const others = [...sharesOf(list)].filter(([other]) => other !== processId && other !== process);
    if (others.length === 0) return 0;
    if (this.#balance.hasGiven(id)) return LONGEST_WAIT_MS;
    const running = new Set(keeper.running());
    const own = list.markets.filter((market) => market.base === null && running.has(market.id)).length;
    const fewest = Math.min(...others.map(([, share]) => share));
    return Math.min(Math.max(0, own - fewest) * WAIT_PER_MARKET_MS, LONGEST_WAIT_MS);
  }
}
