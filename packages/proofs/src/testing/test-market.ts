import {
  averageEntry,
  entryQuote,
  exitQuote,
  formatDecimal,
  formatPrice,
  formatUsdt,
  liquidationPrice,
  notionalOf,
  quoteAt,
  profitAndLossBasisPoints,
  realise,
  type CloseReason,
  type Price,
  type QuoteSide,
  type Side,
  type Usdt,
} from '@plecho/domain';
import { toBase64 } from '../bytes.ts';
import { encodeDefinition, type LogDefinition } from '../definition.ts';
import { encodeFrame, type FrameRecord } from '../frame.ts';
import { formatVkey } from '../note.ts';
import {
  PROOF_FORMAT,
  proofNoteText,
  type ProvenRecord,
  type ProvenTrade,
  type ProvenTrailing,
  type TradeProof,
} from '../proof-file.ts';
import { TestKey } from './test-key.ts';
import { TestLog } from './test-log.ts';

export const INSTALLATION = '3f0a7c52-9d1e-4b86-a2f4-5c7d8e9fa0b1';
const PERCENT_DECIMALS = 2;

export const DEFINITION: LogDefinition = {
  origin: `plecho.log/${INSTALLATION}/main`,
  market: { id: 'main', kind: 'synthetic', label: 'Синтетический рынок', startAt: 1_795_003_600 },
  rules: {
    ...{ takerFee: 0n, makerFee: 0n, funding: null, classRules: null, maintenance: 5_000n },
    ...{ staleAfterMs: 10_000, maxJump: 300_000n, jumpConfirmMs: 30_000 },
  },
  startBalance: 1_000_000_000n,
  symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
  priceDecimals: [2, 2, 3],
  parameters: { generator: 'days', version: 3, anchor: 'ab'.repeat(32) },
  commitment: null,
  revealed: null,
  spreads: new Map(),
};

/** A trade as it is asked for; everything else of it follows. */
export interface TestTrade {
  side: Side;
  margin: Usdt;
  leverage: number;
  reason: CloseReason;
  entry: FrameRecord;
  exit: FrameRecord;
  takeProfit?: Price;
  stopLoss?: Price;
  trailing?: ProvenTrailing;
  /** The share of the opening fee that is this part's. */
  openFee?: Usdt;
  parts?: readonly Usdt[];
  rest?: Usdt;
  maker?: true;
  /** Margin that was added at a record, and what was left of the position before it. */
  added?: readonly { margin: Usdt; held: Usdt; record: FrameRecord }[];
}

const toProven = ({ seq, price, time }: FrameRecord): ProvenRecord => ({
  seq: String(seq),
  price: formatPrice(price),
  time,
});
const orNull = (price: Price | null | undefined): string | null => (price == null ? null : formatPrice(price));

/** A market in memory that takes prices, puts them into its log, and proves trades. */
export class TestMarket {
  readonly definition: LogDefinition;
  readonly key: TestKey;
  readonly log: TestLog;
  /** In which entry of the log a record is, by its number. */
  readonly #indexes = new Map<bigint, bigint>();
  #waiting: FrameRecord[] = [];
  #seq = 0n;

  constructor(definition: Partial<LogDefinition> = {}, key = new TestKey('test')) {
    this.definition = { ...DEFINITION, ...definition };
    this.key = key;
    this.log = new TestLog(this.definition.origin, key);
    this.log.append(encodeDefinition(this.definition));
  }

  /** Takes a price, and makes its two quotes where the pair has a spread. */
  tick(symbol: string, price: Price, time: number): FrameRecord {
    const { symbols, spreads } = this.definition;
    const record: FrameRecord = { seq: ++this.#seq, symbolIndex: symbols.indexOf(symbol), kind: 0, price, time };
    const spread = spreads?.get(symbol);
    this.#waiting.push(record);
    if (spread !== undefined) {
      this.#waiting.push({ ...record, seq: ++this.#seq, kind: 1, price: quoteAt(price, 'buy', spread) });
      this.#waiting.push({ ...record, seq: ++this.#seq, kind: 2, price: quoteAt(price, 'sell', spread) });
    }
    return record;
  }

  /** What a fill at a price gets. */
  quote(record: FrameRecord, side: QuoteSide): FrameRecord {
    const spread = this.definition.spreads?.get(this.definition.symbols[record.symbolIndex] ?? '');
    if (spread === undefined) return record;
    const kind = side === 'buy' ? 1 : 2;
    return { ...record, kind, seq: record.seq + BigInt(kind), price: quoteAt(record.price, side, spread) };
  }

  /** What opening or closing a position at a price gets. */
  fill(record: FrameRecord, side: Side, which: 'entry' | 'exit'): FrameRecord {
    return this.quote(record, which === 'entry' ? entryQuote(side) : exitQuote(side));
  }

  /** Puts what was taken since the last frame into the log. @returns the entry's index */
  closeFrame(closedAt: number): bigint {
    const index = this.log.append(encodeFrame({ closedAt, records: this.#waiting }));
    for (const { seq } of this.#waiting) this.#indexes.set(seq, index);
    this.#waiting = [];
    return index;
  }

  trade({
    side,
    margin,
    leverage,
    reason,
    entry,
    exit,
    openFee = 0n,
    parts = [],
    rest = 0n,
    maker,
    added = [],
    ...levels
  }: TestTrade): ProvenTrade {
    const { rules, market, symbols } = this.definition;
    const entryPrice = added.reduce(
      (price, each) =>
        averageEntry(side, { margin: each.held, price }, { margin: each.margin, price: each.record.price }),
      entry.price,
    );
    const exposure = { side, margin, notional: notionalOf(margin, leverage), entryPrice };
    const { pnl, fee, insurance } = realise(exposure, exit.price, reason, rules.takerFee);
    return {
      ...{ id: '71', positionId: '70', market: market.id, label: market.label },
      ...{ symbol: symbols[entry.symbolIndex] ?? '', type: side },
      ...{ entryPrice: formatPrice(entryPrice), exitPrice: formatPrice(exit.price) },
      ...{ amount: formatUsdt(margin), leverage, size: formatUsdt(exposure.notional) },
      ...{ fee: formatUsdt(openFee + fee), pnl: formatUsdt(pnl), insurance: formatUsdt(insurance), reason },
      pnlPercent: formatDecimal(profitAndLossBasisPoints(pnl, margin), PERCENT_DECIMALS),
      liquidationPrice: orNull(liquidationPrice(side, entryPrice, leverage, rules.maintenance)),
      ...{ takeProfit: orNull(levels.takeProfit), stopLoss: orNull(levels.stopLoss) },
      ...{ openTime: Math.floor(entry.time / 1000), closeTime: Math.floor(exit.time / 1000) },
      ...{ entryRecord: toProven(entry), exitRecord: toProven(exit) },
      ...{ bestPrice: null, worstPrice: null, path: null, seasonEnd: false },
      ...{ parts: parts.map(formatUsdt), rest: formatUsdt(rest) },
      ...(levels.trailing === undefined ? {} : { trailing: levels.trailing }),
      ...(maker === undefined ? {} : { maker }),
      ...(added.length === 0
        ? {}
        : {
            added: added.map(({ margin: more, held, record }) => ({
              ...{ amount: formatUsdt(more), held: formatUsdt(held), record: toProven(record) },
            })),
          }),
    };
  }

  /** What a server hands out for a trade. */
  async prove(trade: ProvenTrade, size = this.log.size): Promise<TradeProof> {
    const { log, definition, key } = this;
    const placed = async (index: bigint): Promise<{ frame: string; proof: string }> => ({
      frame: toBase64(log.entries[Number(index)] ?? new Uint8Array()),
      proof: await log.proof(index, size),
    });
    const place = (seq: string): bigint => this.#indexes.get(BigInt(seq)) ?? 0n;
    return this.sign({
      format: PROOF_FORMAT,
      trade,
      market: {
        id: definition.market.id,
        definition: toBase64(log.entries[0] ?? new Uint8Array()),
        proof: await log.proof(0n, size),
      },
      entry: await placed(place(trade.entryRecord.seq)),
      exit: await placed(place(trade.exitRecord.seq)),
      ...(trade.added === undefined
        ? {}
        : { added: await Promise.all(trade.added.map(({ record }) => placed(place(record.seq)))) }),
      key: formatVkey(log.origin, key.publicKey),
    });
  }

  /** Signs whatever it is given, as a server that lies would. */
  sign(proof: Omit<TradeProof, 'signature'>): TradeProof {
    return { ...proof, signature: this.key.note(proofNoteText(proof), this.log.origin) };
  }
}
