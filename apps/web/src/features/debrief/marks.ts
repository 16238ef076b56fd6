import type { DebriefTrade } from '@plecho/contract';

export type MarkKind = 'long' | 'short' | 'exit' | 'liquidation';

/** What people did within one candle, as one mark. */
export interface DebriefMark {
  kind: MarkKind;
  /** Opening time of the candle, seconds. */
  time: number;
  /** Of the first of them, in USDT; a float, for drawing. */
  price: number;
  /** How many people, however often each of them did it. */
  count: number;
  /** Whether one’s own is among them. */
  own: boolean;
}

interface Deed {
  kind: MarkKind;
  at: number;
  price: string;
  person: number;
}

const deedsOf = ({ person, type, entryRecord, exitRecord, reason }: DebriefTrade): Deed[] => [
  { kind: type, at: entryRecord.time, price: entryRecord.price, person },
  { kind: reason === 'liquidation' ? 'liquidation' : 'exit', at: exitRecord.time, price: exitRecord.price, person },
];

/**
 * At most four marks for each candle, however many people did something in it; ascending by time.
 * @param trades of one pair
 * @param step length of a candle, seconds
 * @param own places of oneself among the people
 */
export function marksOf(trades: readonly DebriefTrade[], step: number, own: ReadonlySet<number>): DebriefMark[] {
  const marks = new Map<string, Omit<DebriefMark, 'count' | 'own'> & { people: Set<number> }>();
  for (const { kind, at, price, person } of trades.flatMap(deedsOf)) {
    const time = Math.floor(at / 1000 / step) * step;
    const key = `${kind} ${time}`;
    const known = marks.get(key);
    if (known === undefined) marks.set(key, { kind, time, price: Number(price), people: new Set([person]) });
    else known.people.add(person);
  }
  return [...marks.values()]
    .map(({ people, ...mark }) => ({ ...mark, count: people.size, own: [...people].some((person) => own.has(person)) }))
    .sort((a, b) => a.time - b.time);
}
