import type { DebriefTrade } from '@plecho/contract';

export type MarkKind = 'long' | 'short' | 'exit' | 'liquidation';

/** What people did within one candle, as one mark. */
export interface DebriefMark {
  kind: MarkKind;
  /** Opening time of the candle, seconds. */
  time: number;
  /** Of the first of them, in USDT; a float, for drawing. */
  price: number;
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

function deedsOf(trades: readonly DebriefTrade[]): Deed[] {
  const entries = new Map<string, Deed>();
  const exits: Deed[] = [];
  for (const { person, type, leverage, entryRecord, exitRecord, reason } of trades) {
    // A position that was closed in parts was opened once.
    const key = `${person} ${type} ${leverage} ${entryRecord.seq}`;
    entries.set(key, { kind: type, at: entryRecord.time, price: entryRecord.price, person });
    const kind = reason === 'liquidation' ? 'liquidation' : 'exit';
    exits.push({ kind, at: exitRecord.time, price: exitRecord.price, person });
  }
  return [...entries.values(), ...exits];
}

/**
 * At most four marks for each candle, however many people did something in it; ascending by time.
 * @param trades of one pair
 * @param step length of a candle, seconds
 * @param own places of oneself among the people
 */
export function marksOf(trades: readonly DebriefTrade[], step: number, own: ReadonlySet<number>): DebriefMark[] {
  const marks = new Map<string, DebriefMark>();
  for (const { kind, at, price, person } of deedsOf(trades)) {
    const time = Math.floor(at / 1000 / step) * step;
    const key = `${kind} ${time}`;
    const known = marks.get(key);
    if (known === undefined) marks.set(key, { kind, time, price: Number(price), count: 1, own: own.has(person) });
    else {
      known.count += 1;
      known.own ||= own.has(person);
    }
  }
  return [...marks.values()].sort((a, b) => a.time - b.time);
}
