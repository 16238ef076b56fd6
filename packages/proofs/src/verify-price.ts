import {
  averageEntry,
  entryQuote,
  exitQuote,
  formatPrice,
  parsePrice,
  parseUsdt,
  quoteAt,
  type Price,
  type QuoteSide,
  type Usdt,
} from '@plecho/domain';
import type { LogDefinition } from './definition.ts';
import type { FrameRecord, RecordKind } from './frame.ts';
import type { ProvenRecord, ProvenTrade, TradeProof } from './proof-file.ts';
import { failed, passed, type Checked, type Facts } from './steps.ts';
import { symbolsOf, type PlacedFrame } from './verify-log.ts';

/** A trade with the records of its two fills, and every record of the supplied frames that its position was compared with between. */
export interface ProvenFills {
  trade: ProvenTrade;
  rules: LogDefinition['rules'];
  entry: FrameRecord;
  exit: FrameRecord;
  /** What was added, with its records. */
  added: ProvenFill[];
  /** The average of all entries, from their records. */
  entryPrice: Price;
  between: FrameRecord[];
}

/** Margin that was added to a position at a record. */
export interface ProvenFill {
  margin: Usdt;
  held: Usdt;
  record: FrameRecord;
}

/** The frames that a trade's prices are said to be in. */
interface FillFrames {
  entry: PlacedFrame;
  exit: PlacedFrame;
  /** null when one of them is not in the log. */
  added: PlacedFrame[] | null;
}

const KIND_OF: Record<QuoteSide, RecordKind> = { buy: 1, sell: 2 };

/** A quote has a number of its own after that of the price that it belongs to. */
const priceSeq = ({ seq, kind }: FrameRecord): bigint => seq - BigInt(kind);

/** @returns what kind of record a fill has to have; null when the market does not tell */
function kindOf({ spreads }: LogDefinition, symbol: string, side: QuoteSide): RecordKind | null {
  if (spreads === null) return null;
  return spreads.has(symbol) ? KIND_OF[side] : 0;
}

/** Whether a quote is half of the published spread away from the price that it belongs to, where that is in the frame. */
function isQuote(
  record: FrameRecord,
  side: QuoteSide,
  placed: PlacedFrame,
  symbol: string,
  market: LogDefinition,
): boolean {
  const spread = market.spreads?.get(symbol);
  const base = placed.frame.records.find(({ seq }) => seq === priceSeq(record));
  if (record.kind === 0 || spread === undefined || base === undefined) return true;
  return (
    base.kind === 0 && base.symbolIndex === record.symbolIndex && quoteAt(base.price, side, spread) === record.price
  );
}

interface Fill {
  symbol: string;
  side: QuoteSide;
  record: ProvenRecord;
  /** As the trade says. */
  price: string;
}

/** @returns the record of a fill, or what is wrong with it */
function recordOf(
  { symbol, side, record, price }: Fill,
  placed: PlacedFrame,
  market: LogDefinition,
): FrameRecord | string {
  const found = placed.frame.records.find(({ seq }) => seq === BigInt(record.seq));
  if (found === undefined) return 'no_record';
  if (symbolsOf(market, placed.frame)[found.symbolIndex] !== symbol) return 'other_symbol';
  const kind = kindOf(market, symbol, side);
  if (kind === null ? found.kind !== 0 && found.kind !== KIND_OF[side] : found.kind !== kind) return 'other_quote';
  if (found.price !== parsePrice(record.price)) return 'other_price';
  if (found.time !== record.time) return 'other_time';
  if (parsePrice(price) !== found.price) return 'other_fill_price';
  return isQuote(found, side, placed, symbol, market) ? found : 'other_spread';
}

function betweenOf(
  entry: FrameRecord,
  exit: FrameRecord,
  frames: PlacedFrame[],
  symbol: string,
  market: LogDefinition,
): FrameRecord[] {
  const records = new Map(
    frames.flatMap(({ frame }) => {
      const symbols = symbolsOf(market, frame);
      return frame.records
        .filter(({ symbolIndex, kind }) => symbols[symbolIndex] === symbol && kind === exit.kind)
        .map((record) => [record.seq, record] as const);
    }),
  );
  return [...records.values()].filter(
    (record) => priceSeq(record) > priceSeq(entry) && priceSeq(record) < priceSeq(exit),
  );
}

const factsOf = ({ symbol, type, entryRecord, exitRecord, entryPrice, exitPrice }: ProvenTrade): Facts => ({
  ...{ symbol, side: type },
  ...{ entrySeq: entryRecord.seq, entryPrice, entryTime: String(entryRecord.time) },
  ...{ exitSeq: exitRecord.seq, exitPrice, exitTime: String(exitRecord.time) },
});

/** @returns the records of what was added, or what is wrong with one of them */
function addedOf(
  { symbol, type, added = [] }: ProvenTrade,
  frames: PlacedFrame[] | null,
  market: LogDefinition,
): ProvenFill[] | string {
  if (frames === null) return 'not_in_log';
  if (frames.length !== added.length) return 'no_frame';
  const fills: ProvenFill[] = [];
  for (const [n, { amount, held, record }] of added.entries()) {
    const frame = frames[n];
    if (frame === undefined) return 'no_frame';
    const found = recordOf({ symbol, side: entryQuote(type), record, price: record.price }, frame, market);
    if (typeof found === 'string') return found;
    fills.push({ margin: parseUsdt(amount) ?? 0n, held: parseUsdt(held) ?? 0n, record: found });
  }
  return fills;
}

/** The entry price that follows from the fills, one after another. */
function averageOf({ type }: ProvenTrade, first: FrameRecord, added: readonly ProvenFill[]): Price {
  return added.reduce(
    (price, { margin, held, record }) => averageEntry(type, { margin: held, price }, { margin, price: record.price }),
    first.price,
  );
}

const isAscending = (records: readonly FrameRecord[]): boolean =>
  records.every((record, n) => n === 0 || priceSeq(record) >= priceSeq(records[n - 1] ?? record));

/** That the prices of both fills are records of the frames: the right pair, the right quote, the price and time that the trade says. */
export function checkPrice(
  { trade }: TradeProof,
  definition: LogDefinition,
  { entry, exit, added: frames }: FillFrames,
): Checked<ProvenFills> {
  const { symbol, type } = trade;
  const facts = factsOf(trade);
  const opening = { symbol, side: entryQuote(type), record: trade.entryRecord, price: trade.entryRecord.price };
  const opened = recordOf(opening, entry, definition);
  if (typeof opened === 'string') return failed('price', opened, { ...facts, fill: 'entry' });
  const closing = { symbol, side: exitQuote(type), record: trade.exitRecord, price: trade.exitPrice };
  const closed = recordOf(closing, exit, definition);
  if (typeof closed === 'string') return failed('price', closed, { ...facts, fill: 'exit' });
  const added = addedOf(trade, frames, definition);
  if (typeof added === 'string') return failed('price', added, { ...facts, fill: 'added' });
  const records = added.map(({ record }) => record);
  if (!isAscending([opened, ...records, closed])) return failed('price', 'exit_before_entry', facts);
  const entryPrice = averageOf(trade, opened, added);
  if (parsePrice(trade.entryPrice) !== entryPrice)
    return failed('price', 'other_fill_price', { ...facts, fill: 'entry' });
  const spread = definition.spreads?.get(symbol);
  // Before something was added, the position was another one.
  const between = betweenOf(records.at(-1) ?? opened, closed, [entry, ...(frames ?? []), exit], symbol, definition);
  const found = { entryPrice: formatPrice(entryPrice), exitPrice: formatPrice(closed.price) };
  const more: Facts = spread === undefined ? found : { ...found, spread: String(spread) };
  const { rules } = definition;
  const fills = { trade, rules, entry: opened, exit: closed, added, entryPrice, between };
  return passed('price', fills, { ...facts, ...more });
}
