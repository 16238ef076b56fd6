import type { Books } from './auditor/books.ts';
import type { SeenClassRules, SeenCommand, SeenEntry, SeenRules, SeenTick } from './auditor/observations.ts';
import { OrderWorkload } from './order-workload.ts';
import { type Key, MoneyWorkload } from './money-workload.ts';
import type { Random } from './random.ts';

/** What one run of the simulation is like. */
export interface Profile {
  symbols: readonly [string, ...string[]];
  users: number;
  actions: number;
  rules: SeenRules;
  startBalance: bigint;
  /** Chances of a hundred, for each action that could meet them. */
  faults: {
    appendLost: number;
    appendUnknown: number;
    lookUp: number;
    load: number;
    slow: number;
    crash: number;
    /** Steps of the machine's clock. */
    step: number;
  };
  /** Chances of a hundred that an operator stops trading, and that people may not open positions any more. */
  halts: number;
  bars: number;
  /** The same that the venue takes a pair off its list. */
  delists: number;
  /** The storage refuses every batch with a margin that {@link isCursed}. */
  curses: boolean;
  ends: boolean;
}

export type Action =
  | { type: 'tick'; tick: SeenTick }
  | { type: 'advance'; ms: number }
  /** The time of day of the machine is put forward or back. */
  | { type: 'step'; ms: number }
  | { type: 'command'; command: SeenCommand; key: Key | null }
  /** The storage finishes what it holds back. */
  | { type: 'release' }
  | { type: 'crash' }
  | { type: 'restart' }
  /** An operator stops trading, and lets it go on. */
  | { type: 'halt' }
  | { type: 'resume' }
  /** The owner of an account may not open positions any more, or may again. */
  | { type: 'bar'; accountId: bigint; reason: BarReason }
  | { type: 'unbar'; accountId: bigint }
  /** The venue takes a pair off its list; that it has prices again later is no surprise. */
  | { type: 'delist'; symbol: string };

export type BarReason = 'blocked' | 'leftClass';

/** One margin in ten, if it is drawn by chance. */
export const isCursed = (margin: bigint): boolean => margin % 10n === 7n;

/** Draws the conditions of a run. */
export function drawProfile(random: Random): Profile {
  const often = random.chance(40);
  const takerFee = random.pick([0n, 0n, 400n, 1_000n, 20_000n]);
  return {
    symbols: random.chance(50) ? ['BTCUSDT'] : ['BTCUSDT', 'ETHUSDT', 'CCCUSDT'],
    users: random.int(1, 4),
    actions: random.int(60, 160),
    rules: {
      takerFee,
      makerFee: random.chance(50) ? takerFee : takerFee / 4n,
      funding: random.chance(50) ? { intervalHours: 1, cap: random.pick([7_500n, 7_500n, 20n]) } : null,
      maintenance: random.pick([5_000n, 5_000n, 1_000n, 25_000n]),
      staleAfterMs: 10_000,
      maxJump: random.pick([300_000n, 200_000n]),
      jumpConfirmMs: random.pick([30_000, 5_000]),
      spreads: new Map(random.chance(30) ? [['BTCUSDT', random.pick([1n, 10_000n, 50_001n])]] : []),
      classRules: random.chance(22) ? drawClassRules(random) : null,
    },
    startBalance: random.pick([1_000_000_000n, 1_000_000_000n, 30_000_000n]),
    faults: {
      appendLost: often ? 4 : 0,
      appendUnknown: often ? 4 : 0,
      lookUp: often ? 2 : 0,
      load: often ? 20 : 0,
      slow: random.pick([0, 20, 60]),
      crash: random.chance(40) ? 2 : 0,
      step: random.chance(40) ? 2 : 0,
    },
    halts: random.chance(30) ? 3 : 0,
    bars: random.chance(30) ? 4 : 0,
    curses: random.chance(30),
    ends: random.chance(25),
    delists: random.chance(20) ? 2 : 0,
  };
}

/** Limits that are soon reached, and not all of them at once. */
function drawClassRules(random: Random): SeenClassRules {
  return {
    maxLeverage: random.pick([5, 10, 10]),
    maxShare: random.pick([null, null, 600_000n]),
    maxDayLoss: random.pick([null, 1_000n, 1_000n]),
    maxLoss: random.pick([1_000n, 10_000n, null]),
    target: random.pick([null, 1_000n]),
    days: null,
    calibration: random.chance(30),
  };
}

const REASONS: readonly [BarReason, ...BarReason[]] = ['blocked', 'leftClass'];
/** Chances of a hundred that trading that stands still goes on. */
const RESUMED = 12;

/** How far the machine's clock steps, ms. */
const STEPS = [-3_600_000, -3_000, -40, 250, 3_600_000] as const;

/** A UUIDv7. Of five one is made by a clock that is behind, so that it is older than keys before it. */
const keyOf = (n: number): string => {
  const madeAt = n % 5 === 4 ? n - 3 : n;
  return `00000000-${madeAt.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`;
};

/** Draws the actions of a run one by one: reasonable ones, hostile ones and nonsense. */
export class Workload {
  readonly #random: Random;
  readonly #profile: Profile;
  readonly #books: Books;
  readonly #levels = new Map<string, bigint>();
  readonly #sent: { command: SeenCommand; key: Key }[] = [];
  #lastTick: SeenTick | null = null;
  /** While a feed is frozen, only time passes. */
  #frozen = 0;
  #keys = 0;
  readonly #money: MoneyWorkload;
  readonly #orders: OrderWorkload;

  /** @param firstOperationId of deposits and cards, apart from every other id */
  constructor(random: Random, profile: Profile, books: Books, firstOperationId = 1_000_000_000n) {
    this.#random = random;
    this.#profile = profile;
    this.#books = books;
    this.#money = new MoneyWorkload(random, books, firstOperationId);
    this.#orders = new OrderWorkload(random, books, this.#levels);
    for (const symbol of profile.symbols) {
      this.#levels.set(symbol, random.bigint(1n, 999n) * 10n ** random.bigint(2n, 11n));
    }
  }

  /** Prices that a feed would know from its history. */
  references(): ReadonlyMap<string, bigint> {
    return this.#levels;
  }

  /** @param isHalted trading stands still */
  next(now: number, isHalted = false): Action {
    this.#orders.now = now;
    const operators = this.#operate(isHalted);
    if (operators !== null) return operators;
    const draw = this.#random.int(1, 100);
    if (this.#frozen > 0) this.#frozen--;
    if (draw <= 40 && this.#frozen === 0) return { type: 'tick', tick: this.#tick(now) };
    if (draw <= 52) return { type: 'advance', ms: this.#wait() };
    if (draw <= 60) return { type: 'release' };
    const { crash, step } = this.#profile.faults;
    if (draw <= 60 + crash) return { type: this.#random.chance(60) ? 'crash' : 'restart' };
    if (draw <= 60 + crash + step) return { type: 'step', ms: this.#random.pick(STEPS) };
    return this.#ask();
  }

  /** What operators do, if they do something. */
  #operate(isHalted: boolean): Action | null {
    const random = this.#random;
    const { halts, bars, delists, symbols } = this.#profile;
    if (delists > 0 && random.chance(delists)) return { type: 'delist', symbol: random.pick(symbols) };
    if (isHalted && random.chance(RESUMED)) return { type: 'resume' };
    if (halts > 0 && random.chance(halts)) return { type: random.chance(90) ? 'halt' : 'resume' };
    if (bars === 0 || !random.chance(bars)) return null;
    const accountId = random.any([...this.#books.accounts.keys()]);
    if (accountId === undefined) return null;
    return random.chance(60) ? { type: 'bar', accountId, reason: random.pick(REASONS) } : { type: 'unbar', accountId };
  }

  #wait(): number {
    if (this.#random.chance(6)) {
      this.#frozen = this.#random.int(2, 8);
      return 11_000;
    }
    return this.#random.pick([0, 50, 250, 250, 1_000, 3_000, 6_000]);
  }

  #tick(now: number): SeenTick {
    const random = this.#random;
    const last = this.#lastTick;
    if (last !== null && random.chance(4)) return last;
    if (last !== null && random.chance(3)) return { ...last, time: last.time - random.int(1, 5_000) };
    if (last !== null && random.chance(3)) return { ...last, time: now };
    const symbol = random.pick(this.#profile.symbols);
    const level = this.#levels.get(symbol) ?? 1n;
    const time = now - random.pick([0, 0, 0, 40, 300]);
    const bad = random.int(1, 100);
    if (bad <= 2) return { symbol, price: null, time };
    if (bad <= 4) return { symbol, price: random.pick([0n, -1n, -level]), time };
    if (bad <= 6) return { symbol, price: random.pick([level * 2n, level / 3n, level * 1_000n, 10n ** 18n]), time };
    if (bad <= 7) return { symbol: 'NOTHING', price: level, time };
    if (bad <= 8) return { symbol, price: level, time: now + random.pick([900, 2_000, 2_001, 5_000, 1e9]) };
    if (bad <= 9) return { symbol, price: level, time: now - 20_000 };
    if (bad <= 10) this.#levels.set(symbol, level * 3n);
    const percent = random.chance(12) ? random.int(-25, 25) : random.int(-3, 3);
    const base = this.#levels.get(symbol) ?? level;
    const moved = base + (base * BigInt(percent)) / 100n + random.bigint(0n, 3n);
    const price = moved > 100n ? moved : 100n;
    this.#levels.set(symbol, price);
    this.#lastTick = { symbol, price, time };
    return this.#lastTick;
  }

  #ask(): Action {
    const random = this.#random;
    const earlier = random.any(this.#sent.slice(-6));
    if (earlier !== undefined && random.chance(15)) {
      const other = random.chance(25);
      return {
        type: 'command',
        command:
          other && earlier.command.margin !== undefined
            ? { ...earlier.command, margin: earlier.command.margin + 1n }
            : earlier.command,
        key: other ? { ...earlier.key, bodyHash: `${earlier.key.bodyHash}!` } : earlier.key,
      };
    }
    const command = this.#command();
    const own = this.#money.keyOf(command);
    if (own !== null) {
      this.#sent.push({ command, key: own });
      return { type: 'command', command, key: own };
    }
    if (random.chance(40)) return { type: 'command', command, key: null };
    const n = this.#keys++;
    const userId = command.userId ?? this.#books.accounts.get(command.accountId ?? 0n)?.userId ?? 1n;
    const key = { userId, action: command.type, key: keyOf(n), bodyHash: `h${n}` };
    this.#sent.push({ command, key });
    return { type: 'command', command, key };
  }

  #command(): SeenCommand {
    const random = this.#random;
    const account = random.any([...this.#books.accounts.keys()]);
    if (account === undefined || random.chance(4)) {
      return { type: 'openAccount', userId: BigInt(random.int(1, this.#profile.users)) };
    }
    if (this.#restsMore && random.chance(30)) return this.#rest(account);
    if (this.#profile.bars > 0 && random.chance(6))
      return { type: 'cancelEntries', accountId: account, reason: random.pick(REASONS) };
    if (random.chance(22)) return this.#money.command(account);
    const kind = random.int(1, 100);
    if (random.chance(14)) return this.#grow(account);
    if (kind <= 34) return this.#open(account);
    if (kind <= 47) return this.#rest(account);
    if (kind <= 52) return this.#pair(account);
    if (kind <= 59) return this.#orders.amend(account, this.#order(account), this.#size(account).margin);
    if (kind <= 66) return { type: 'cancelOrder', accountId: account, orderId: this.#order(account) };
    const positionId = this.#position(account);
    if (kind <= 75) return this.#orders.reduce(account, positionId);
    if (kind <= 87) return { type: 'setTriggers', accountId: account, positionId, ...this.#triggersOf(positionId) };
    const portion = random.pick([10_000n, 10_000n, 5_000n, 3_333n, 1n, 9_999n, 0n, -1n, 10_001n]);
    return { type: 'closePosition', accountId: account, positionId, portion };
  }

  /** Orders have to rest for something to turn against them. */
  get #restsMore(): boolean {
    return this.#profile.rules.classRules !== null || this.#profile.bars > 0;
  }

  /** What has come to positions and orders as a whole: adding, reversing, closing and cancelling all of them. */
  #grow(accountId: bigint): SeenCommand {
    const random = this.#random;
    const type = random.pick([
      ...(['addToPosition', 'addToPosition', 'addToPosition', 'addToPosition'] as const),
      ...(['reversePosition', 'reversePosition', 'closeAll', 'cancelAll'] as const),
    ]);
    if (type === 'closeAll' || type === 'cancelAll') {
      const symbol = random.chance(10) ? 'NOSUCH' : random.pick([null, ...this.#profile.symbols]);
      return { type, accountId, symbol };
    }
    const positionId = this.#position(accountId);
    const calibrated = random.chance(70);
    if (type === 'reversePosition') return { type, accountId, positionId, calibrated };
    return { type, accountId, positionId, margin: this.#size(accountId).margin, calibrated };
  }

  #open(accountId: bigint): SeenCommand {
    const symbol = this.#random.chance(3) ? 'NOSUCH' : this.#random.pick(this.#profile.symbols);
    const side = this.#random.pick(['long', 'short'] as const);
    const level = this.#levels.get(symbol) ?? 1n;
    return {
      type: 'openPosition',
      accountId,
      symbol,
      side,
      ...this.#size(accountId),
      calibrated: this.#random.chance(70),
      ...this.#levelsAround(side, level),
      ...this.#orders.trailing(level),
    };
  }

  #rest(accountId: bigint): SeenCommand {
    return { type: 'placeOrder', accountId, ...this.#entry(accountId) };
  }

  #pair(accountId: bigint): SeenCommand {
    const first = this.#entry(accountId);
    const second = this.#entry(accountId);
    return {
      type: 'placePair',
      accountId,
      first,
      second: this.#random.chance(80) ? { ...second, symbol: first.symbol } : second,
    };
  }

  #entry(accountId: bigint): SeenEntry {
    const random = this.#random;
    const symbol = random.pick(this.#profile.symbols);
    const side = random.pick(['long', 'short'] as const);
    const level = this.#levels.get(symbol) ?? 1n;
    const { around, ...terms } = this.#orders.terms(level, side === 'long');
    return {
      symbol,
      side,
      ...terms,
      ...this.#size(accountId),
      calibrated: random.chance(70),
      ...this.#levelsAround(side, around),
      ...this.#orders.trailing(level),
    };
  }

  #size(accountId: bigint): { margin: bigint; leverage: number } {
    const random = this.#random;
    const available = this.#books.accounts.get(accountId)?.available ?? 0n;
    const leverage = random.chance(4)
      ? random.pick([0, -1, 1.5, 11, Number.NaN, 1e9])
      : random.pick([1, 2, 3, 5, 10, 10, 10]);
    const most = available > 1_000_000n ? available : 1_000_000n;
    if (random.chance(6))
      return { margin: random.pick([0n, -1n, -5_000_000n, 1n, 999_999n, 10n ** 14n + 1n, 10n ** 40n]), leverage };
    if (random.chance(10)) return { margin: available, leverage };
    if (random.chance(10)) return { margin: available + 1n, leverage };
    if (random.chance(25)) return { margin: 1_000_000n, leverage };
    return { margin: random.bigint(1_000_000n, most), leverage };
  }

  #levelsAround(side: 'long' | 'short', level: bigint): { takeProfit: bigint | null; stopLoss: bigint | null } {
    const random = this.#random;
    const sign = side === 'long' ? 1n : -1n;
    const at = (hundredths: bigint): bigint => level + (level * sign * hundredths) / 100n;
    const far = (): bigint => random.bigint(1n, 12n);
    if (random.chance(3)) return { takeProfit: random.pick([0n, -1n, 10n ** 18n, 10n ** 30n]), stopLoss: null };
    if (random.chance(4)) return { takeProfit: at(-far()), stopLoss: at(far()) };
    if (random.chance(4)) return { takeProfit: level, stopLoss: level };
    return { takeProfit: random.chance(40) ? at(far()) : null, stopLoss: random.chance(40) ? at(-far()) : null };
  }

  #triggersOf(positionId: bigint): Partial<SeenCommand> {
    const position = this.#books.positions.get(positionId)?.state;
    const symbol = position?.symbol ?? this.#profile.symbols[0];
    const level = this.#levels.get(symbol) ?? 1n;
    return { ...this.#levelsAround(position?.side ?? 'long', level), ...this.#orders.trailing(level) };
  }

  /** Mostly an own open one; sometimes a closed one, somebody else's, or one that never was. */
  #position(account: bigint): bigint {
    const mine = [...this.#books.positions.values()].filter(({ state }) => state.accountId === account);
    return this.#some(
      mine.map(({ state }) => state.id),
      [...this.#books.everPositions.keys()],
    );
  }

  #order(account: bigint): bigint {
    const mine = [...this.#books.orders.values()].filter(({ state }) => state.accountId === account);
    return this.#some(
      mine.map(({ state }) => state.id),
      [...this.#books.everOrders.keys()],
    );
  }

  #some(mine: bigint[], all: bigint[]): bigint {
    const chosen = this.#random.chance(85) ? this.#random.any(mine) : this.#random.any(all);
    return chosen ?? this.#random.any(all) ?? 0n;
  }
}
