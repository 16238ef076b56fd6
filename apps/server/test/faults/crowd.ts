import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@plecho/testkit';
import { expect, vi } from 'vitest';
import { expectNothingDoubled, expectNothingLost } from './acknowledged.ts';
import { isKnown, untilDecided } from './decided.ts';
import { expectEverythingOnce, Payments, repeatUnanswered } from './paid-once.ts';
import { Payer } from './payer.ts';
import { Trader, type Sent, type Site } from './trader.ts';

const TRADERS = 4;
const ELSEWHERE = 2;
const PAYERS = 2;
const SYMBOL = 'BTCUSDT';
/** Of each trader between two commands. */
const PAUSE_MS = 100;
/** Of the payers between two rounds. */
const PAID_EVERY_MS = 5_000;
/** Of those rounds so many come to their end at least, whatever happens. */
const PAID_ROUNDS = 2;
/** Commands of one person that are repeated side by side. */
const AT_ONCE = 10;
const PATIENT = { timeout: 60_000, interval: 100 };

const phone = (n: number): string => `+7916${String(n).padStart(7, '0')}`;

/** People who trade in two markets and who pay in and out, and remember everything, while things happen to the processes. */
export class Crowd {
  /** Where people come in. */
  entrance: () => Site;
  readonly #traders: Trader[] = [];
  readonly #payments = new Payments(new Random(7));
  /** Asks while nobody else is sure of an answer. */
  readonly #probe = new Trader('main');
  readonly #work: Promise<unknown>[] = [];
  #paying: Promise<void> = Promise.resolve();
  /** What nobody does any more. */
  readonly #over = new Set<'trade' | 'pay'>();

  private constructor(entrance: () => Site) {
    this.entrance = entrance;
  }

  /** Everybody is registered, and is at work from then on. @param market the other one beside the main market */
  static async gather(entrance: () => Site, market: string): Promise<Crowd> {
    const crowd = new Crowd(entrance);
    await crowd.#probe.register(entrance(), phone(0));
    for (let n = 0; n < TRADERS + ELSEWHERE; n += 1) {
      const trader = new Trader(n < TRADERS ? 'main' : market);
      await trader.register(entrance(), phone(1 + n));
      if (n >= TRADERS) await vi.waitFor(() => trader.enterMarket(entrance()), PATIENT);
      crowd.#traders.push(trader);
    }
    for (let n = 0; n < PAYERS; n += 1) {
      const payer = new Payer();
      await payer.register(entrance(), phone(100 + n));
      crowd.#payments.payers.push(payer);
    }
    await crowd.untilDecided();
    for (const trader of crowd.#traders) crowd.#work.push(crowd.#trade(trader));
    crowd.#paying = crowd.#pay();
    return crowd;
  }

  /** For a stream of somebody's. */
  get cookie(): string {
    return this.#probe.cookie;
  }

  /** Every command that was ever sent. */
  get sent(): Sent[] {
    return this.#everybody.flatMap(({ sent }) => sent);
  }

  /** Resolves when the main market has decided something. @returns after how many ms it had */
  untilDecided(): Promise<number> {
    return untilDecided(this.#probe, () => this.entrance(), this.#work);
  }

  async expectUnavailable(): Promise<void> {
    const { answer } = await this.#probe.open(this.entrance(), SYMBOL, 'long', 2);
    expect(answer ?? { status: 503 }).toMatchObject({ status: 503 });
  }

  /** One command more in the main market, of one trader after another. */
  async hurry(n: number): Promise<void> {
    await this.#traders[n % TRADERS]?.open(this.entrance(), SYMBOL, 'short', 2);
  }

  /** What nobody knows of has one outcome by its key, however often it is asked for. */
  async expectFrozen(commands: readonly Sent[]): Promise<void> {
    for (const trader of this.#everybody) {
      for (const sent of trader.sent.filter((each) => commands.includes(each))) {
        await this.#repeatUntilKnown(trader, sent);
        expect(await trader.repeat(this.entrance(), sent)).toEqual(sent.answer);
      }
    }
  }

  /** What was begun is finished; nobody pays any more. */
  async stopPaying(): Promise<void> {
    this.#over.add('pay');
    await this.#paying;
  }

  async stop(): Promise<void> {
    this.#over.add('trade');
    await Promise.all([...this.#work, this.stopPaying()]);
  }

  /** When everybody has stopped: nothing acknowledged is lost, and nothing is doubled. */
  async expectEverythingOnce(): Promise<void> {
    await Promise.all(this.#everybody.map((trader) => this.#expectTradedOnce(trader)));
    for (const payer of this.#payments.payers) {
      await repeatUnanswered(this.entrance(), payer);
      await expectEverythingOnce(this.entrance(), payer, PAID_ROUNDS);
    }
  }

  get #everybody(): Trader[] {
    return [this.#probe, ...this.#traders];
  }

  async #trade(trader: Trader): Promise<void> {
    for (let n = 0; !this.#over.has('trade'); n += 1) {
      const sent = await trader.open(this.entrance(), SYMBOL, n % 2 === 0 ? 'long' : 'short', 3);
      const id = (sent.answer?.body as { id?: string } | undefined)?.id;
      await wait(PAUSE_MS);
      if (isKnown(sent) && id !== undefined) await trader.close(this.entrance(), id);
      await wait(PAUSE_MS);
    }
  }

  async #pay(): Promise<void> {
    for (let n = 0; n <= PAID_ROUNDS || !this.#over.has('pay'); n += 1) {
      await this.#payments.payAll(this.entrance());
      await wait(PAID_EVERY_MS);
    }
  }

  async #expectTradedOnce(trader: Trader): Promise<void> {
    const acknowledged = trader.sent.filter(isKnown);
    expect(acknowledged.length).toBeGreaterThan(0);
    const unknown = trader.sent.filter((sent) => !isKnown(sent));
    for (let n = 0; n < unknown.length; n += AT_ONCE)
      await Promise.all(unknown.slice(n, n + AT_ONCE).map((sent) => this.#repeatUntilKnown(trader, sent)));
    const positions = (await trader.positions(this.entrance())).items;
    const trades = await trader.trades(this.entrance());
    expectNothingLost(acknowledged, positions, trades);
    expectNothingDoubled(trader.sent, positions, trades);
  }

  /** As a patient person would: the same command with the same key. */
  async #repeatUntilKnown(trader: Trader, sent: Sent): Promise<void> {
    await vi.waitFor(async () => {
      sent.answer = await trader.repeat(this.entrance(), sent);
      expect(isKnown(sent)).toBe(true);
    }, PATIENT);
  }
}
