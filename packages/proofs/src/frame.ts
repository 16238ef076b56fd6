import { MAX_INT64, MAX_PRICE, type Price } from '@plecho/domain';
import { equalBytes, utf8 } from './bytes.ts';
import { SYMBOL } from './symbol.ts';
import { MAX_ENTRY_BYTES } from './tiles.ts';
import { VarintError, VarintReader, VarintWriter } from './varint.ts';

const MAGIC = [0x46, 0x01] as const;
/** What a record is: a price of the market, what buys pay, or what sells get. */
export const RECORD_KINDS = [0, 1, 2] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
const KINDS = RECORD_KINDS.length;
const MAX_ZEROS = 8;
/** A quote may be beyond what prices may be: half a spread above the highest, and nothing for the lowest. */
const MAX_QUOTE: Price = 2n * MAX_PRICE;
const MAX_SYMBOLS = 10_000;
const MAX_SYMBOL_LENGTH = 24;
/** Of a record, and of what stands before the records of a group: a byte for each number. */
const LEAST_BYTES = 3;

/** A valid price that a market took. */
export interface FrameRecord {
  /** Unique in the market, and growing. */
  seq: bigint;
  /** Its place in the `symbols` of the market's definition, or beyond them in the frame's `newSymbols`. */
  symbolIndex: number;
  kind: RecordKind;
  price: Price;
  /** Milliseconds by the market's own clock. */
  time: number;
}

/** A price frame: the valid prices that a market took since the one before it, as an entry of its log. */
export interface Frame {
  /** Milliseconds by the market's own clock. */
  closedAt: number;
  /** Of a venue that has listed more pairs since the market's definition: those of them that have records here, by name. */
  newSymbols?: readonly string[];
  /** At least one; read from bytes they are in the order of their numbers. */
  records: FrameRecord[];
}

/** A record with the name of its pair. */
export interface NamedRecord extends Omit<FrameRecord, 'symbolIndex'> {
  symbol: string;
}

/**
 * A frame that names the pairs which the definition does not have.
 * @param symbols of the market's definition, entry 0 of its log
 */
export function frameOf(closedAt: number, named: readonly NamedRecord[], symbols: readonly string[]): Frame {
  const known = new Set(symbols);
  const newSymbols = [...new Set(named.map(({ symbol }) => symbol))].filter((symbol) => !known.has(symbol)).toSorted();
  const places = new Map([...symbols, ...newSymbols].map((symbol, at) => [symbol, at]));
  const records = named.map(({ seq, symbol, kind, price, time }) => ({
    ...{ seq, symbolIndex: places.get(symbol) ?? 0, kind, price, time },
  }));
  return newSymbols.length === 0 ? { closedAt, records } : { closedAt, newSymbols, records };
}

/** Records of one symbol and kind, in the order of their numbers. */
type Group = [first: FrameRecord, ...rest: FrameRecord[]];

const keyOf = ({ symbolIndex, kind }: FrameRecord): number => symbolIndex * KINDS + kind;
const bySeq = (a: FrameRecord, b: FrameRecord): number => (a.seq < b.seq ? -1 : 1);

function groupsOf(records: FrameRecord[]): Group[] {
  const groups = new Map<number, Group>();
  for (const record of records) {
    const group = groups.get(keyOf(record));
    if (group === undefined) groups.set(keyOf(record), [record]);
    else group.push(record);
  }
  return [...groups.values()].toSorted(([a], [b]) => keyOf(a) - keyOf(b));
}

/** How many decimal zeros all prices of a group end in. */
function commonZeros(group: Group): number {
  let zeros = 0;
  for (let unit = 10n; zeros < MAX_ZEROS && group.every(({ price }) => price % unit === 0n); unit *= 10n) zeros++;
  return zeros;
}

const isMoment = (time: number): boolean => Number.isSafeInteger(time) && time >= 0;

function isRecord({ seq, symbolIndex, kind, price, time }: FrameRecord): boolean {
  const isPrice = kind === 0 ? price > 0n && price <= MAX_PRICE : price >= 0n && price <= MAX_QUOTE;
  const isSymbol = Number.isInteger(symbolIndex) && symbolIndex >= 0 && symbolIndex < MAX_SYMBOLS;
  return isSymbol && isMoment(time) && seq >= 0n && seq <= MAX_INT64 && isPrice;
}

function areSymbols(symbols: readonly string[]): boolean {
  const isNext = (symbol: string, at: number): boolean => at === 0 || symbol > (symbols[at - 1] ?? '');
  return symbols.every((symbol, at) => SYMBOL.test(symbol) && isNext(symbol, at));
}

function isFrame({ closedAt, newSymbols = [], records }: Frame): boolean {
  const isUnique = new Set(records.map(({ seq }) => seq)).size === records.length;
  return records.length > 0 && isUnique && isMoment(closedAt) && areSymbols(newSymbols) && records.every(isRecord);
}

/**
 * The bytes of a frame; the same for the same records in any order.
 * @throws RangeError for no records, a number twice, or a price or time that no market has
 */
export function encodeFrame(frame: Frame): Uint8Array {
  if (!isFrame(frame)) throw new RangeError('no records of a market');
  const { closedAt, newSymbols = [] } = frame;
  const records = frame.records.toSorted(bySeq);
  const firstSeq = records[0]?.seq ?? 0n;
  const groups = groupsOf(records);
  const writer = new VarintWriter();
  for (const byte of MAGIC) writer.byte(byte);
  writer.unsigned(closedAt);
  writer.unsigned(firstSeq);
  writer.unsigned(newSymbols.length);
  for (const symbol of newSymbols) {
    writer.unsigned(symbol.length);
    for (const byte of utf8(symbol)) writer.byte(byte);
  }
  writer.unsigned(groups.length);
  for (const group of groups) {
    const zeros = commonZeros(group);
    const unit = 10n ** BigInt(zeros);
    for (const value of [keyOf(group[0]), group.length, zeros]) writer.unsigned(value);
    let before = { seq: firstSeq, price: 0n, time: closedAt };
    for (const { seq, price, time } of group) {
      writer.unsigned(seq - before.seq);
      writer.signed((price - before.price) / unit);
      writer.signed(time - before.time);
      before = { seq, price, time };
    }
  }
  return writer.bytes();
}

function readGroup(reader: VarintReader, firstSeq: bigint, closedAt: number, records: FrameRecord[]): void {
  const key = reader.count(MAX_SYMBOLS * KINDS - 1);
  const count = reader.count(Math.floor(reader.left / LEAST_BYTES));
  const unit = 10n ** BigInt(reader.count(MAX_ZEROS));
  const kind = RECORD_KINDS[key % KINDS] ?? 0;
  let before = { seq: firstSeq, price: 0n, time: closedAt };
  for (let read = 0; read < count; read++) {
    const seq = before.seq + reader.unsigned();
    const price = before.price + reader.signed() * unit;
    const time = before.time + reader.signedNumber();
    before = { seq, price, time };
    records.push({ seq, symbolIndex: Math.floor(key / KINDS), kind, price, time });
  }
}

function readSymbol(reader: VarintReader): string {
  const length = reader.count(MAX_SYMBOL_LENGTH);
  return String.fromCharCode(...Array.from({ length }, () => reader.byte()));
}

/**
 * Reads a frame of a log whose hashes are known to be right: that its form is the only one is not checked again.
 * @throws VarintError for what is cut off or no frame
 */
export function readFrame(bytes: Uint8Array): Frame {
  const reader = new VarintReader(bytes);
  for (let read = 0; read < MAGIC.length; read++) reader.byte();
  const closedAt = reader.count(Number.MAX_SAFE_INTEGER);
  const firstSeq = reader.unsigned();
  const added = reader.count(Math.min(MAX_SYMBOLS, Math.floor(reader.left / LEAST_BYTES)));
  const newSymbols = Array.from({ length: added }, () => readSymbol(reader));
  const groups = reader.count(Math.floor(reader.left / LEAST_BYTES));
  const records: FrameRecord[] = [];
  for (let read = 0; read < groups; read++) readGroup(reader, firstSeq, closedAt, records);
  records.sort(bySeq);
  return added === 0 ? { closedAt, records } : { closedAt, newSymbols, records };
}

/** The smallest number of a frame, from its beginning alone. @returns null for what does not begin like a frame */
export function firstSeqOf(bytes: Uint8Array): bigint | null {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) return null;
  const reader = new VarintReader(bytes.subarray(MAGIC.length));
  try {
    reader.unsigned();
    return reader.unsigned();
  } catch (error) {
    if (error instanceof VarintError) return null;
    throw error;
  }
}

/** @returns null for anything that {@link encodeFrame} does not write, and for what is too long for an entry */
export function decodeFrame(bytes: Uint8Array): Frame | null {
  if (bytes.length > MAX_ENTRY_BYTES) return null;
  try {
    const frame = readFrame(bytes);
    return isFrame(frame) && equalBytes(encodeFrame(frame), bytes) ? frame : null;
  } catch (error) {
    if (error instanceof VarintError) return null;
    throw error;
  }
}
