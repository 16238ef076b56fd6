import { formatDecimal, parsePrice, parseUsdt, type CloseReason } from '@plecho/domain';
import type { Facts, Step } from '@plecho/proofs';
import {
  formatCount,
  formatDateTime,
  formatExactMoney,
  formatExactPrice,
  formatRate,
  NOT_AVAILABLE,
} from '@/lib/format.ts';
import { factTexts as texts } from './fact-texts.ts';

/** A number of a step, as a line. */
export interface ShownFact {
  name: string;
  text: string;
  /** A formula, which takes a line of its own. */
  isFormula?: true;
  /** What its button is called, where it is too long to be typed. */
  copy?: string;
}

const count = (text: string | undefined): string => formatCount(Number(text));
const money = (text: string | undefined): string => formatExactMoney(text);
const time = (ms: string | undefined): string => formatDateTime(Number(ms) / 1000);
/** «0,05 %» of millionths. */
const share = (ppm: string | undefined): string => formatRate(formatDecimal(BigInt(ppm ?? 0), 4));
const LEAST_DECIMALS = 2;

function price(text: string | undefined): string {
  const value = parsePrice(text ?? '');
  return value === null ? NOT_AVAILABLE : formatExactPrice(value, LEAST_DECIMALS);
}

/** «q3Jr2Yx0…x2E=»: enough to see that two are not the same; the whole of it stands with the signature. */
const shortened = (hash: string): string => (hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-4)}`);

const place = ({ index = '', size = '' }: Facts): ShownFact => ({
  name: texts.place,
  text: texts.of(count(index), count(size)),
});

const frame = (facts: Facts): ShownFact[] => [
  place(facts),
  { name: texts.root, text: shortened(facts['root'] ?? '') },
  ...(facts['records'] === undefined
    ? []
    : [
        { name: texts.records, text: count(facts['records']) },
        { name: texts.seqs, text: `${count(facts['firstSeq'])} – ${count(facts['lastSeq'])}` },
        { name: texts.closedAt, text: time(facts['closedAt']) },
      ]),
];

const fill = (name: string, facts: Facts, which: 'entry' | 'exit'): ShownFact => ({
  isFormula: true,
  name,
  text: `${texts.at(price(facts[`${which}Price`]), count(facts[`${which}Seq`]))}, ${time(facts[`${which}Time`])}`,
});

/** Which fill of the trade a price is of. */
const FILLS: Readonly<Record<string, string>> = { entry: texts.entry, added: texts.added, exit: texts.exit };

/** Adds a line for each fact that is there. */
const some = (facts: Facts, lines: Readonly<Record<string, (text: string) => ShownFact>>): ShownFact[] =>
  Object.entries(lines).flatMap(([name, line]) => {
    const text = facts[name];
    return text === undefined ? [] : [line(text)];
  });

function rule(facts: Facts): ShownFact[] {
  const reason = texts.reasons[facts['reason'] as CloseReason];
  return [
    { name: texts.reason, text: reason },
    ...some(facts, {
      level: (text) => ({ name: texts.level, text: price(text) }),
      price: (text) => ({ name: texts.price, text: price(text) }),
      left: (text) => ({ name: texts.left, text: money(text) }),
      maintenance: (text) => ({ name: texts.needed, text: money(text) }),
      records: (text) => ({ name: texts.between, text: count(text) }),
      earlierSeq: (text) => ({ name: texts.earlier, text: texts.at(price(facts['earlierPrice']), count(text)) }),
    }),
  ];
}

/** The formula gives what the position lost, of which the insurance account may have taken a part. */
function pnlLine(facts: Facts, prices: Facts): ShownFact {
  const side = prices['side'] === 'short' ? 'short' : 'long';
  const [entry, exit] = [parsePrice(prices['entryPrice'] ?? '') ?? 0n, parsePrice(prices['exitPrice'] ?? '') ?? 0n];
  const size = parseUsdt(facts['size'] ?? '') ?? 0n;
  const pnl = (parseUsdt(facts['pnl'] ?? '') ?? 0n) - (parseUsdt(facts['insurance'] ?? '') ?? 0n);
  const [from, to] = side === 'long' ? [entry, exit] : [exit, entry];
  const equals = pnl * entry === size * (to - from) ? '=' : '≈';
  const priceText = (value: bigint): string => formatExactPrice(value, LEAST_DECIMALS);
  return {
    isFormula: true,
    name: texts.pnl[side],
    text: `${formatExactMoney(size)} × (${priceText(to)} − ${priceText(from)}) / ${priceText(entry)} ${equals} ${formatExactMoney(pnl)}`,
  };
}

function result(facts: Facts, prices: Facts): ShownFact[] {
  const { amount, leverage, size, openFee, closeFee, fee, insurance } = facts;
  if (size === undefined) return [];
  return [
    { isFormula: true, name: texts.amountTimesLeverage, text: `${money(amount)} × ${leverage} = ${money(size)}` },
    ...some(facts, { liquidationPrice: (text) => ({ name: texts.liquidationPrice, text: price(text) }) }),
    pnlLine(facts, prices),
    { isFormula: true, name: texts.fee, text: `${money(openFee)} + ${money(closeFee)} = ${money(fee)}` },
    ...(Number(insurance) === 0 ? [] : [{ name: texts.insurance, text: money(insurance) }]),
    { name: texts.payout, text: money(facts['payout']) },
    ...some(facts, { said: (text) => ({ name: texts.said, text: text.replace('.', ',') }) }),
  ];
}

const shown: Readonly<Record<Step, (facts: Facts, prices: Facts) => ShownFact[]>> = {
  file: (facts) =>
    some(facts, {
      trade: (text) => ({ name: texts.trade, text: texts.number(text) }),
      bytes: (text) => ({ name: texts.bytes, text: `${count(text)}\u00a0${texts.bytesUnit(Number(text))}` }),
    }),
  signature: (facts) =>
    some(facts, {
      trusted: (text) => ({ name: texts.whose, text: texts.trusted[text === 'yes' ? 'yes' : 'no'] }),
      size: (text) => ({ name: texts.size, text: count(text) }),
      origin: (text) => ({ name: texts.origin, text, copy: texts.copyOrigin }),
      key: (text) => ({ name: texts.key, text, copy: texts.copyKey }),
      root: (text) => ({ name: texts.root, text, copy: texts.copyRoot }),
    }),
  definition: (facts) => [
    ...some(facts, { market: (text) => ({ name: texts.market, text }) }),
    place(facts),
    ...some(facts, {
      takerFee: (text) => ({ name: texts.takerFee, text: share(text) }),
      maintenance: (text) => ({ name: texts.maintenance, text: share(text) }),
      staleAfterMs: (text) => ({
        name: texts.staleAfter,
        text: `${count(String(Number(text) / 1000))} ${texts.seconds}`,
      }),
    }),
  ],
  entry: frame,
  exit: frame,
  price: (facts) => [
    fill(texts.entry, facts, 'entry'),
    fill(texts.exit, facts, 'exit'),
    ...some(facts, {
      spread: (text) => ({ name: texts.spread, text: share(text) }),
      fill: (text) => ({ name: texts.where, text: FILLS[text] ?? text }),
    }),
  ],
  rule,
  result,
  candles: () => [],
  recomputed: () => [],
  commitment: (facts) =>
    some(facts, { commitment: (text) => ({ name: texts.commitment, text, copy: texts.copyCommitment }) }),
};

/**
 * The numbers of a step in words of people.
 * @param prices facts of the step of prices, which the formula of the result is made of
 */
export const shownFacts = (step: Step, facts: Facts, prices: Facts): ShownFact[] =>
  Object.keys(facts).length === 0 ? [] : shown[step](facts, prices);
