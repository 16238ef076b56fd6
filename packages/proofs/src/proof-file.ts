import {
  CLOSE_REASONS,
  MAX_ENTRIES,
  MAX_PRICE,
  parsePrice,
  parseUsdt,
  PATH_SOURCES,
  SIDES,
  TRAIL_UNITS,
  type CloseReason,
  type PathSource,
  type Side,
  type TrailUnit,
} from '@plecho/domain';
import { fromBase64, fromUtf8, sha256, toHex, utf8 } from './bytes.ts';
import { integer, listOf, oneOf, orNull, parseJson, shapeOf, text, type Check } from './json-shape.ts';
import { parseVkey } from './note.ts';
import { SYMBOL } from './symbol.ts';

export const PROOF_FORMAT = 'plecho-proof@1';
/** A file that is larger is refused before it is read. */
export const MAX_PROOF_BYTES = 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** A price record as the API gives it. */
export interface ProvenRecord {
  seq: string;
  price: string;
  time: number;
}

/** A fill by which somebody added to the position, in the order of the fills. */
export interface ProvenAddition {
  /** Margin that it brought. */
  amount: string;
  /** Margin that was left of the position before it. */
  held: string;
  record: ProvenRecord;
}

/** A trailing stop as it stood when it closed a position. Its level follows from the two. */
export interface ProvenTrailing {
  unit: TrailUnit;
  value: string;
  /** The best price since it was set; its `seq` is null where a candle alone knows it. It is signed, and in no frame here. */
  peak: { seq: string | null; price: string; time: number };
}

/** A trade as the API gives it, and what its share of the opening fee depends on. */
export interface ProvenTrade {
  id: string;
  positionId: string;
  market: string;
  label: string;
  symbol: string;
  type: Side;
  entryPrice: string;
  exitPrice: string;
  amount: string;
  leverage: number;
  size: string;
  fee: string;
  pnl: string;
  pnlPercent: string;
  insurance: string;
  reason: CloseReason;
  liquidationPrice: string | null;
  takeProfit: string | null;
  stopLoss: string | null;
  /** Where it is the reason of the close, and there alone. */
  trailing?: ProvenTrailing | null;
  /** Seconds, as the time of closing. */
  openTime: number;
  closeTime: number;
  entryRecord: ProvenRecord;
  exitRecord: ProvenRecord;
  bestPrice: string | null;
  worstPrice: string | null;
  path: PathSource | null;
  seasonEnd: boolean;
  /** Margins of the parts of the position that were closed before this one, in that order. */
  parts: string[];
  /** Margin of the position that stayed open after this part: "0" for the last one. */
  rest: string;
  /** The position was opened at the maker fee; absent where it was not. */
  maker?: true;
  /** Absent where nothing was added to the position before this part was closed. */
  added?: ProvenAddition[];
}

/** An entry of a log with the proof that it is there. */
export interface ProvenFrame {
  /** Base 64. */
  frame: string;
  /** A tlog-proof, which ends with the checkpoint: the same one in all three. */
  proof: string;
}

/** The file that a person takes along. */
export interface TradeProof {
  format: typeof PROOF_FORMAT;
  trade: ProvenTrade;
  /** `definition`: entry 0 of the log, Base 64. */
  market: { id: string; definition: string; proof: string };
  entry: ProvenFrame;
  exit: ProvenFrame;
  /** The entries with the prices of what was added, in its order; absent where nothing was. */
  added?: ProvenFrame[];
  /** The public key of the log. */
  key: string;
  /** A note whose text is {@link proofNoteText}. */
  signature: string;
}

/** Why a file is no proof. */
export interface ProofProblem {
  problem: 'too_large' | 'not_utf8' | 'not_json' | 'wrong_form' | 'not_canonical';
}

const id = text(/^[1-9]\d{0,18}$/);
const inRange = (read: (value: string) => bigint | null, from: bigint, to: bigint): Check => {
  return (value) => {
    const amount = typeof value === 'string' ? read(value) : null;
    return amount !== null && amount >= from && amount <= to;
  };
};
const MOST = 10n ** 21n;
/** What sells get may be nothing, what buys pay more than a price may be. */
const quote = inRange(parsePrice, 0n, 2n * MAX_PRICE);
const price = inRange(parsePrice, 1n, 2n * MAX_PRICE);
const positive = inRange(parseUsdt, 1n, MOST);
const notNegative = inRange(parseUsdt, 0n, MOST);
const moment = integer(0, MAX_SAFE);
const base64: Check = (value) => typeof value === 'string' && fromBase64(value) !== null;
const lines: Check = (value) => typeof value === 'string' && value.isWellFormed();
const market = text(/^[a-z0-9-]{1,40}$/);
const record = { seq: text(/^(?:0|[1-9]\d{0,18})$/), price: quote, time: moment };
const frame = { frame: base64, proof: lines };
const ADDITION = { amount: positive, held: positive, record: shapeOf(record) };
/** A list that is not empty. */
const someOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.length < MAX_ENTRIES && value.every(check);

const trailing = { unit: oneOf(...TRAIL_UNITS), value: inRange((value) => parsePrice(value), 1n, MAX_PRICE) };
const peak = { seq: orNull(record.seq), price: quote, time: moment };
/** What a trade has that a trailing stop closed, behind all others. */
const TRAILING = { trailing: shapeOf({ ...trailing, peak: shapeOf(peak) }) };

/** The fields in their order. */
const TRADE: Record<Exclude<keyof ProvenTrade, keyof typeof TRAILING | keyof typeof TRADE_MORE>, Check> = {
  id,
  positionId: id,
  market,
  label: text(/^[^\p{Cc}]{1,200}$/u),
  symbol: text(SYMBOL),
  type: oneOf(...SIDES),
  entryPrice: price,
  exitPrice: quote,
  amount: positive,
  leverage: integer(1, 1000),
  size: positive,
  fee: notNegative,
  pnl: inRange(parseUsdt, -MOST, MOST),
  pnlPercent: text(/^-?\d{1,18}(?:\.\d{1,2})?$/),
  insurance: notNegative,
  reason: oneOf(...CLOSE_REASONS),
  liquidationPrice: orNull(price),
  takeProfit: orNull(price),
  stopLoss: orNull(price),
  openTime: integer(0, Math.floor(MAX_SAFE / 1000) - 1),
  closeTime: integer(0, Math.floor(MAX_SAFE / 1000) - 1),
  entryRecord: shapeOf(record),
  exitRecord: shapeOf(record),
  bestPrice: orNull(quote),
  worstPrice: orNull(quote),
  path: orNull(oneOf(...PATH_SOURCES)),
  seasonEnd: oneOf(true, false),
  parts: listOf(positive, MAX_PARTS),
  rest: notNegative,
};
/** Those that a trade has only where they say something, behind the others. */
const TRADE_MORE: Record<'maker' | 'added', Check> = {
  maker: oneOf(true),
  added: someOf(shapeOf(ADDITION)),
};
const MARKET: Record<keyof TradeProof['market'], Check> = { id: market, definition: base64, proof: lines };
const PROOF: Record<Exclude<keyof TradeProof, 'added'>, Check> = {
  format: oneOf(PROOF_FORMAT),
  trade: (value) => shapeOf(TRADE, { ...TRAILING, ...TRADE_MORE })(value) && hasItsTrailing(value as ProvenTrade),
  market: shapeOf(MARKET),
  entry: shapeOf(frame),
  exit: shapeOf(frame),
  key: (value) => typeof value === 'string' && parseVkey(value) !== null,
  signature: lines,
};
const isProof = shapeOf(PROOF, { added: someOf(shapeOf(frame)) });

/** An object's fields in the order of a format. */
function inOrder<T extends object>(names: Readonly<Record<string, unknown>>, value: T): T {
  const fields = Object.keys(names).map((name) => [name, value[name as keyof T]] as const);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined)) as unknown as T;
}

/** A trailing stop is told of where it is the reason, and nowhere else. */
const hasItsTrailing = (trade: ProvenTrade): boolean =>
  (trade.reason === 'trailingStop') === (trade.trailing !== undefined && trade.trailing !== null);

function trailingInOrder({ reason, trailing: told }: ProvenTrade): { trailing?: ProvenTrailing } {
  if (reason !== 'trailingStop' || told === undefined || told === null) return {};
  return { trailing: { ...inOrder(trailing, told), peak: inOrder(peak, told.peak) } };
}

type Unsigned = Omit<TradeProof, 'signature'>;

function withOrder(proof: Unsigned): Unsigned {
  const { format, trade, added, key } = proof;
  const additions = trade.added?.map((each) => inOrder(ADDITION, { ...each, record: inOrder(record, each.record) }));
  const [entryRecord, exitRecord] = [inOrder(record, trade.entryRecord), inOrder(record, trade.exitRecord)];
  return {
    format,
    trade: {
      ...inOrder(TRADE, { ...trade, entryRecord, exitRecord }),
      ...trailingInOrder(trade),
      ...(trade.maker === undefined ? {} : { maker: trade.maker }),
      ...(additions === undefined ? {} : { added: additions }),
    },
    market: inOrder(MARKET, proof.market),
    entry: inOrder(frame, proof.entry),
    exit: inOrder(frame, proof.exit),
    ...(added === undefined ? {} : { added: added.map((each) => inOrder(frame, each)) }),
    key,
  };
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The text of the file: one for each proof, whatever the order in which its fields were put together. */
export function formatProof(proof: TradeProof): string {
  return textOf({ ...withOrder(proof), signature: proof.signature });
}

/**
 * What the server signs: that these are the numbers of the trade. Every byte of the file depends on it.
 * @throws RangeError when the key is none
 */
export function proofNoteText(proof: Unsigned): string {
  const key = parseVkey(proof.key);
  if (key === null) throw new RangeError('a proof has the public key of its log');
  return `${PROOF_FORMAT}\n${key.name}\n${toHex(sha256(utf8(textOf(withOrder(proof)))))}\n`;
}

/** A file whose form was looked at. */
export interface ReadProof {
  proof: TradeProof | ProofProblem;
  /** Its size. */
  bytes: number;
}

/** Reads a file. Nothing is verified but its form, which is such that no other file says the same. */
export function readProof(file: string | Uint8Array): ReadProof {
  const tooLarge: ReadProof = { proof: { problem: 'too_large' }, bytes: file.length };
  if (file.length > MAX_PROOF_BYTES) return tooLarge;
  const content = typeof file === 'string' ? file : fromUtf8(file);
  const bytes = typeof file === 'string' ? utf8(file).length : file.length;
  if (content === null || !content.isWellFormed()) return { proof: { problem: 'not_utf8' }, bytes };
  if (bytes > MAX_PROOF_BYTES) return tooLarge;
  const value = parseJson(content);
  if (value === undefined) return { proof: { problem: 'not_json' }, bytes };
  if (!isProof(value)) return { proof: { problem: 'wrong_form' }, bytes };
  const proof = value as TradeProof;
  return { proof: formatProof(proof) === content ? proof : { problem: 'not_canonical' }, bytes };
}
