import { MAX_PRICE, type Price, type Side } from '@plecho/domain';
import { roundToTick } from '@/lib/tick.ts';

/** A point that stays where it is in the market, whatever the chart shows. */
export interface Anchor {
  /** Seconds by the market's clock; may lie in the future. */
  time: number;
  price: Price;
}

/** How many anchors each kind has. A position's are its entry, its target and its stop; the last two end at one time. */
export const ANCHORS = {
  horizontal: 1,
  trend: 2,
  ray: 2,
  rectangle: 2,
  fibonacci: 2,
  measure: 2,
  long: 3,
  short: 3,
} as const;

export type DrawingKind = keyof typeof ANCHORS;
export const DRAWING_KINDS = Object.keys(ANCHORS) as DrawingKind[];

export interface Drawing {
  /** From 1, never given twice on a pair while something drawn later is there. */
  id: number;
  kind: DrawingKind;
  anchors: readonly Anchor[];
  /** Not moved by a pointer or a key until it is released. */
  locked: boolean;
}

/** Of how many anchors a drawing is made by hand: a position's target and stop come by themselves. */
export const placedAnchors = (kind: DrawingKind): 1 | 2 => (ANCHORS[kind] === 2 ? 2 : 1);

/** What of a drawing is moved. */
export type Part = 'whole' | number;

/** Later times are nobody's: the year 5138. Seconds. */
export const MAX_TIME = 100_000_000_000;

export const isPosition = (kind: DrawingKind): kind is Side => kind === 'long' || kind === 'short';

const inTime = (time: number): number => Math.min(Math.max(Math.round(time), 0), MAX_TIME);

const above = (price: Price, floor: Price): Price => (price > floor ? price : floor);
const below = (price: Price, ceiling: Price): Price => (price < ceiling ? price : ceiling);

/** The price of an entry, a target or a stop that keeps the three in their order, one tick apart at least. */
function inOrder({ kind, anchors }: Drawing, index: number, price: Price, tick: Price): Price {
  const [entry, target, stop] = anchors.map((anchor) => anchor.price) as [Price, Price, Price];
  const [top, bottom] = kind === 'long' ? [target, stop] : [stop, target];
  if (index === 0) return above(below(price, top - tick), bottom + tick);
  const isTop = (index === 1) === (kind === 'long');
  return isTop ? above(price, entry + tick) : below(price, entry - tick);
}

function movePositionAnchor(drawing: Drawing, index: number, to: Anchor, tick: Price): Drawing {
  const price = inOrder(drawing, index, to.price, tick);
  if (price < tick) return drawing;
  const [entry, target, stop] = drawing.anchors as readonly [Anchor, Anchor, Anchor];
  const start = index === 0 ? Math.min(to.time, target.time) : entry.time;
  const end = index === 0 ? target.time : Math.max(to.time, entry.time);
  const priced = (at: number, anchor: Anchor, time: number): Anchor => ({
    time,
    price: at === index ? price : anchor.price,
  });
  return { ...drawing, anchors: [priced(0, entry, start), priced(1, target, end), priced(2, stop, end)] };
}

/** A drawing with one anchor elsewhere. Of a position, entry, target and stop keep their order, and its end is one. */
export function moveAnchor(drawing: Drawing, index: number, to: Anchor, tick: Price): Drawing {
  const anchor = { time: inTime(to.time), price: roundToTick(to.price, tick) };
  if (isPosition(drawing.kind)) return movePositionAnchor(drawing, index, anchor, tick);
  return { ...drawing, anchors: drawing.anchors.map((own, at) => (at === index ? anchor : own)) };
}

/** A drawing moved as a whole. It stays as it is rather than losing its form at the edge of prices and times. */
export function moveWhole(drawing: Drawing, byTime: number, byPrice: Price, tick: Price): Drawing {
  const anchors = drawing.anchors.map(({ time, price }) => ({ time: time + byTime, price: price + byPrice }));
  const fits = anchors.every(({ time, price }) => time === inTime(time) && price >= tick && price <= MAX_PRICE);
  return fits ? { ...drawing, anchors } : drawing;
}

/** @param part what is moved: the whole drawing or one of its anchors */
export function movePart(drawing: Drawing, part: Part, byTime: number, byPrice: Price, tick: Price): Drawing {
  if (part === 'whole') return moveWhole(drawing, byTime, byPrice, tick);
  const own = drawing.anchors[part];
  if (own === undefined) return drawing;
  return moveAnchor(drawing, part, { time: own.time + byTime, price: own.price + byPrice }, tick);
}

/** @returns whether the drawing has a size: two anchors at one place are no line */
export const hasForm = ({ anchors: [first, second] }: Pick<Drawing, 'anchors'>): boolean =>
  first !== undefined && (second === undefined || second.time !== first.time || second.price !== first.price);

/**
 * The anchors of a new position: twice as far to the target as to the stop.
 * @param span seconds from its entry to its end
 * @param risk from the entry to the stop
 */
export function positionAnchors(side: Side, at: Anchor, span: number, risk: Price, tick: Price): Anchor[] {
  const entry = { time: inTime(at.time), price: above(at.price, 3n * tick) };
  const up = side === 'long' ? 1n : -1n;
  // The lower of the two stays a price.
  const room = side === 'long' ? entry.price - tick : (entry.price - tick) / 2n;
  const distance = above(below(roundToTick(risk, tick), (room / tick) * tick), tick);
  const end = inTime(entry.time + span);
  return [
    entry,
    { time: end, price: roundToTick(entry.price + up * 2n * distance, tick) },
    { time: end, price: roundToTick(entry.price - up * distance, tick) },
  ];
}
