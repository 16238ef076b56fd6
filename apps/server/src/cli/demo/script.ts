import { divide, ONE_USDT, type Price, type Side } from '@plecho/domain';
import type { CommandResult, Outcome, UserCommand } from '../../commands/command.ts';
import type { MarketSide } from '../../engine/market-port.ts';
import type { SteppedClock } from './stepped-clock.ts';

const CLOSED = 50;
const KEPT = 3;
const MOST_OPEN = 4;
/** Between two prices of a pair: what candles reach within it, the demonstration's positions don't meet. */
const STEP_MS = 5 * 60_000;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'DOGEUSDT', 'LINKUSDT', 'AVAXUSDT'];

/** A sequence that looks random and is the same every time. */
function* sequence(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

async function accepted(outcome: Promise<Outcome>): Promise<CommandResult> {
  const answer = await outcome;
  if (!answer.ok) throw new Error(`a command of the demonstration was refused: ${answer.code}`);
  return answer.result;
}

/** Distance of a trigger: `percent` of the price, in the direction of a gain or of a loss. */
function away(price: Price, side: Side, percent: bigint, gain: boolean): Price {
  const up = (side === 'long') === gain;
  return divide(price * (up ? 100n + percent : 100n - percent), 100n, 'floor');
}

/** What a person could have done in the time between `from` and now, by the commands that everybody has. */
export class Script {
  readonly #market: MarketSide;
  readonly #clock: SteppedClock;
  readonly #random = sequence(7);
  #accountId = 0n;
  /** Positions that may be open; triggers close some of them. */
  #open: bigint[] = [];

  constructor(market: MarketSide, clock: SteppedClock) {
    this.#market = market;
    this.#clock = clock;
  }

  /** Leaves three positions open and fifty trades closed. */
  async run(userId: bigint, until: number): Promise<void> {
    const entered = await accepted(this.#market.submit({ type: 'openAccount', userId }));
    if (entered.type !== 'account') throw new Error('the market was not entered');
    this.#accountId = entered.accountId;
    const from = this.#clock.now();
    const step = Math.floor((until - from) / (CLOSED + KEPT));
    for (let n = 1; n <= CLOSED + KEPT; n++) {
      await this.#moveTo(from + n * step);
      const kept = n > CLOSED;
      while (this.#open.length >= MOST_OPEN) await this.#close(this.#open[0]);
      if (n === CLOSED + 1) while (this.#open.length > 0) await this.#close(this.#open[0]);
      await this.#openOne(kept);
    }
  }

  /** Lets the prices come up to `time`, step by step, and what they trigger happen. */
  async #moveTo(time: number): Promise<void> {
    while (this.#clock.now() < time) {
      this.#clock.moveTo(Math.min(time, this.#clock.now() + STEP_MS));
      do await new Promise(setImmediate);
      while ((await this.#market.stats()).backlog > 0);
    }
  }

  async #openOne(kept: boolean): Promise<void> {
    const draw = (): number => this.#random.next().value;
    const symbol = SYMBOLS[Math.floor(draw() * SYMBOLS.length)] ?? 'BTCUSDT';
    const side: Side = draw() < 0.6 ? 'long' : 'short';
    const margin = BigInt(20 + Math.floor(draw() * 10) * 5) * ONE_USDT;
    // Those that stay have neither triggers nor a liquidation in sight.
    const leverage = kept ? 3 : 3 + Math.floor(draw() * 8);
    const record = (await this.#market.lastPrices([symbol])).get(symbol);
    if (record === undefined) throw new Error(`${symbol} has no price`);
    const triggers = kept
      ? { takeProfit: null, stopLoss: null }
      : { takeProfit: away(record.price, side, 2n, true), stopLoss: away(record.price, side, 1n, false) };
    const command: UserCommand = {
      ...{ type: 'openPosition', accountId: this.#accountId, symbol, side, margin, leverage },
      ...triggers,
    };
    const result = await accepted(this.#market.submit(command));
    if (result.type === 'position') this.#open.push(result.position.id);
  }

  async #close(positionId: bigint | undefined): Promise<void> {
    this.#open.shift();
    if (positionId === undefined) return;
    const command: UserCommand = {
      ...{ type: 'closePosition', accountId: this.#accountId, positionId, portion: 10_000n },
    };
    const outcome = await this.#market.submit(command);
    // A trigger was first: a close like any other.
    if (!outcome.ok && outcome.code !== 'position_closed') await accepted(Promise.resolve(outcome));
  }
}
