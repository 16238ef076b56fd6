import { DEFAULT_RULES, DEFAULT_START_BALANCE, parsePrice } from '@plecho/domain';
import { encodeDefinition, encodeFrame, verifyProof, type FrameRecord, type VerifiedProof } from '@plecho/proofs';
import { INSTALLATION, TestKey, TestLog } from '@plecho/proofs/testing';
import type { TradeState } from '../../src/commands/batch.ts';
import { TradeProofs, type ClosedTrade } from '../../src/proofs/trade-proofs.ts';
import { BTC, ETH, tradingMarket, type TestMarket } from '../test-market.ts';
import { MemoryLogKeys, MemoryLogs } from './memory-logs.ts';

const MARKET = { id: 'main', label: 'Синтетический рынок' };
const SYMBOLS = [BTC, ETH];

type PositionParts = ClosedTrade['parts'];

/** A market that fills, with a log of the prices that it is given: a frame for each of them. */
export class ProvenMarket {
  readonly market: TestMarket;
  readonly account: bigint;
  readonly key = new TestKey('proven');
  readonly keys = new MemoryLogKeys(INSTALLATION, [this.key]);
  readonly log = new TestLog(this.keys.name('main'), this.key);
  readonly reader = new MemoryLogs({ main: this.log });
  readonly proofs = new TradeProofs(this.reader, this.keys);
  #seq = 0n;
  #waiting: FrameRecord[] = [];
  #isHeld = false;

  private constructor(market: TestMarket, account: bigint) {
    this.market = market;
    this.account = account;
    const { spreads, ...rules } = DEFAULT_RULES;
    this.log.append(
      encodeDefinition({
        ...{ origin: this.log.origin, market: { ...MARKET, kind: 'synthetic', startAt: 0 }, rules, spreads },
        ...{ startBalance: DEFAULT_START_BALANCE, symbols: SYMBOLS, priceDecimals: [2, 2], parameters: { seed: 1 } },
        ...{ commitment: null, revealed: null },
      }),
    );
  }

  /** With a price of 100 for BTC and an account. @param isLogged whether the price of 100 is; otherwise it is older than the log */
  static async start({ isLogged = true } = {}): Promise<ProvenMarket> {
    const { market, account } = await tradingMarket();
    const proven = new ProvenMarket(market, account);
    proven.#take(BTC, isLogged ? '100' : null);
    return proven;
  }

  /** A valid price. @param logged what the log says of it; null: nothing */
  async tick(symbol: string, price: string, logged: string | null = price): Promise<void> {
    await this.market.tick(symbol, price);
    this.#take(symbol, logged);
  }

  /** The trade that ended last. */
  get trade(): TradeState {
    const trade = this.market.trades.at(-1);
    if (trade === undefined) throw new Error('nothing was closed');
    return trade;
  }

  /** Closes what is open at the newest price. */
  async close(): Promise<void> {
    for (const position of this.market.store.positions.values()) await this.market.close(position);
  }

  /** What is taken meanwhile is one frame. */
  async together(ticks: () => Promise<void>): Promise<void> {
    this.#isHeld = true;
    await ticks();
    this.#isHeld = false;
    this.#closeFrame();
  }

  proof(trade = this.trade, parts: PositionParts = { before: [], rest: 0n }): Promise<string> {
    return this.proofs.make({ market: MARKET, trade, parts });
  }

  /** What somebody finds who trusts the keys of the installation. */
  async verified(trade = this.trade, parts?: PositionParts): Promise<VerifiedProof> {
    const proof = await this.proof(trade, parts);
    return verifyProof(proof, { trusted: this.keys.all.map(({ publicKey }) => publicKey) });
  }

  #take(symbol: string, logged: string | null): void {
    const seq = ++this.#seq;
    if (logged === null) return;
    const time = this.market.clock.now();
    const symbolIndex = SYMBOLS.indexOf(symbol);
    this.#waiting.push({ seq, symbolIndex, kind: 0, price: parsePrice(logged) ?? 0n, time });
    if (!this.#isHeld) this.#closeFrame();
  }

  #closeFrame(): void {
    this.log.append(encodeFrame({ closedAt: this.market.clock.now(), records: this.#waiting }));
    this.#waiting = [];
  }
}
