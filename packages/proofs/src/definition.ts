import {
  canonicalJson,
  classRulesOf,
  FUNDING_HOURS,
  isClassRules,
  MARKET_KINDS,
  MAX_CLASS_DAYS,
  MAX_LEVERAGE,
  plainClassRules,
  PPM_ONE,
  type MarketKind,
  type MarketRules,
  type PlainClassRules,
  type Ppm,
  type Recipe,
  type Usdt,
} from '@plecho/domain';
import { equalBytes, fromUtf8, utf8 } from './bytes.ts';
import { SYMBOL } from './symbol.ts';
import { MAX_ENTRY_BYTES } from './tiles.ts';
import { integer, listOf, mapOf, oneOf, orNull, parseJson, shapeOf, text, type Check } from './json-shape.ts';

const FIRST_LINE = 'plecho-market@1\n';

/** Everything that decides the prices and fills of a market: entry 0 of its log. */
export interface LogDefinition {
  /** `plecho.log/<installation>/<market>` */
  origin: string;
  market: {
    id: string;
    kind: MarketKind;
    /** Shown wherever a price of the market is shown. */
    label: string;
    /** Seconds, by the market's own clock. */
    startAt: number;
  };
  rules: Omit<MarketRules, 'spreads'>;
  startBalance: Usdt;
  /** In the order in which the records of frames number them. */
  symbols: readonly string[];
  /** Of the symbols, in their order. */
  priceDecimals: readonly number[];
  /** What the prices are made from, as far as it is public. */
  parameters: Readonly<Record<string, string | number | readonly string[]>>;
  /** SHA-256 of a scenario's recipe with its salt; null for any other market, a replay with masked dates among them. */
  commitment: string | null;
  /** A scenario's, when it was public from the start. */
  revealed: { recipe: Recipe; salt: string } | null;
  /** By symbol; null when they are not public. */
  spreads: ReadonlyMap<string, Ppm> | null;
}

const WORD = /^[\w.:-]{1,128}$/;
/** A seed may be whatever somebody typed. */
const PLAIN = /^[^\p{Cc}]{0,1000}$/u;
const SHA256 = /^[0-9a-f]{64}$/;
const MAX_SYMBOLS = 1000;
const MAX_DEPTH = 8;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** A share below the whole, in millionths. */
const share: Check = (value) => text(/^(?:0|[1-9]\d{0,6})$/)(value) && BigInt(String(value)) < PPM_ONE;
const funding = shapeOf({ intervalHours: oneOf(...FUNDING_HOURS), cap: share });
const classShare = orNull(text(/^[1-9]\d{0,7}$/));
const classRules = shapeOf({
  ...{ maxLeverage: integer(1, MAX_LEVERAGE), maxShare: classShare, maxDayLoss: classShare, maxLoss: classShare },
  ...{ target: classShare, days: orNull(integer(1, MAX_CLASS_DAYS)), calibration: oneOf(true, false) },
});

/** Plain values to a depth: a recipe is as its hash says, whatever a later version of it may look like. */
function isPlain(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'number' || Number.isFinite(value);
  return depth > 0 && Object.values(value).every((each) => isPlain(each, depth - 1));
}

const isDefinition = shapeOf({
  origin: text(/^plecho\.log\/[0-9a-f-]{36}\/[a-z0-9-]{1,40}$/),
  market: shapeOf({
    id: text(/^[a-z0-9-]{1,40}$/),
    kind: oneOf(...MARKET_KINDS),
    label: text(/^[^\p{Cc}]{1,200}$/u),
    startAt: integer(0, MAX_SAFE),
  }),
  rules: shapeOf(
    {
      takerFee: share,
      maintenance: share,
      staleAfterMs: integer(0, MAX_SAFE),
      maxJump: text(/^(?:0|[1-9]\d{0,17})$/),
      jumpConfirmMs: integer(0, MAX_SAFE),
    },
    { makerFee: share, funding, classRules },
  ),
  startBalance: text(/^(?:0|[1-9]\d{0,17})$/),
  symbols: listOf(text(SYMBOL), MAX_SYMBOLS),
  priceDecimals: listOf(integer(0, 8), MAX_SYMBOLS),
  parameters: mapOf(WORD, (value) => isParameter(value)),
  commitment: orNull(text(SHA256)),
  revealed: orNull(shapeOf({ recipe: (value) => isPlain(value), salt: text(SHA256) })),
  spreads: orNull(mapOf(SYMBOL, share)),
});

function isParameter(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : text(PLAIN)(value) || listOf(text(PLAIN), MAX_SYMBOLS)(value);
}

/**
 * The rules with their integers as JSON can say them. Markets from before there were maker fees, funding and classes have
 * none of these fields, and so have those that say nothing by them: a maker fee that is the taker fee, no funding, no class.
 */
interface PlainRules {
  takerFee: string;
  makerFee?: string;
  funding?: { intervalHours: number; cap: string };
  classRules?: PlainClassRules;
  maintenance: string;
  maxJump: string;
  staleAfterMs: number;
  jumpConfirmMs: number;
}

/** The definition with its integers as JSON can say them. */
interface PlainDefinition extends Omit<LogDefinition, 'rules' | 'startBalance' | 'spreads'> {
  rules: PlainRules;
  startBalance: string;
  spreads: Record<string, string> | null;
}

function plainRules(rules: LogDefinition['rules']): PlainRules {
  const { takerFee, makerFee, funding: published, maintenance, staleAfterMs, maxJump, jumpConfirmMs } = rules;
  const { classRules: ofClass } = rules;
  return {
    takerFee: String(takerFee),
    ...(makerFee === takerFee ? {} : { makerFee: String(makerFee) }),
    ...(published === null ? {} : { funding: { intervalHours: published.intervalHours, cap: String(published.cap) } }),
    ...(ofClass === null ? {} : { classRules: plainClassRules(ofClass) }),
    ...{ maintenance: String(maintenance), maxJump: String(maxJump), staleAfterMs, jumpConfirmMs },
  };
}

function rulesOf(plain: PlainRules): LogDefinition['rules'] {
  const {
    takerFee,
    makerFee = takerFee,
    funding: published,
    classRules: ofClass,
    maintenance,
    maxJump,
    staleAfterMs,
    jumpConfirmMs,
  } = plain;
  return {
    takerFee: BigInt(takerFee),
    makerFee: BigInt(makerFee),
    funding: published === undefined ? null : { intervalHours: published.intervalHours, cap: BigInt(published.cap) },
    classRules: ofClass === undefined ? null : classRulesOf(ofClass),
    ...{ maintenance: BigInt(maintenance), maxJump: BigInt(maxJump), staleAfterMs, jumpConfirmMs },
  };
}

function toPlain({ rules, startBalance, spreads, market, ...rest }: LogDefinition): PlainDefinition {
  const { id, kind, label, startAt } = market;
  return {
    ...rest,
    market: { id, kind, label, startAt },
    rules: plainRules(rules),
    startBalance: String(startBalance),
    spreads:
      spreads === null ? null : Object.fromEntries([...spreads].map(([symbol, spread]) => [symbol, String(spread)])),
  };
}

function fromPlain({ rules, startBalance, spreads, ...rest }: PlainDefinition): LogDefinition {
  return {
    ...rest,
    rules: rulesOf(rules),
    startBalance: BigInt(startBalance),
    spreads:
      spreads === null ? null : new Map(Object.entries(spreads).map(([symbol, spread]) => [symbol, BigInt(spread)])),
  };
}

function isSound({ origin, market, rules, symbols, priceDecimals }: LogDefinition): boolean {
  const isOwn = origin.endsWith(`/${market.id}`) && (rules.classRules === null || isClassRules(rules.classRules));
  return isOwn && symbols.length === priceDecimals.length && new Set(symbols).size === symbols.length;
}

/**
 * The bytes of entry 0.
 * @throws RangeError for what is no definition
 */
export function encodeDefinition(definition: LogDefinition): Uint8Array {
  const plain = toPlain(definition);
  if (!isDefinition(plain) || !isSound(definition)) throw new RangeError('no definition of a market');
  const bytes = utf8(`${FIRST_LINE}${canonicalJson(plain)}\n`);
  if (bytes.length > MAX_ENTRY_BYTES) throw new RangeError(`a definition of ${bytes.length} bytes`);
  return bytes;
}

/** @returns null for anything that {@link encodeDefinition} does not write */
export function decodeDefinition(bytes: Uint8Array): LogDefinition | null {
  const content = fromUtf8(bytes);
  if (content?.startsWith(FIRST_LINE) !== true) return null;
  const plain = parseJson(content.slice(FIRST_LINE.length));
  if (!isDefinition(plain)) return null;
  const definition = fromPlain(plain as PlainDefinition);
  return isSound(definition) && equalBytes(utf8(`${FIRST_LINE}${canonicalJson(plain)}\n`), bytes) ? definition : null;
}
