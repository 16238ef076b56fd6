import { formatPrice, MAX_PRICE, parsePrice } from '@plecho/domain';
import { ANCHORS, MAX_TIME, type Anchor, type Drawing, type DrawingKind } from './drawing.ts';
import type { Place } from './place.ts';

/** More on a pair are not taken: nobody could tell them apart. */
export const MAX_DRAWINGS = 200;
/** Longer texts are not read: 200 drawings of three anchors take a third of it. */
const MAX_TEXT = 64 * 1024;
const VERSION = 1;

/** What was read back. */
export interface Read {
  items: readonly Drawing[];
  /** Something lay there that is no drawing of this pair and version; it is left out. */
  spoilt: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readAnchor(value: unknown): Anchor | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [time, text] = value as [unknown, unknown];
  if (typeof time !== 'number' || !Number.isInteger(time) || time < 0 || time > MAX_TIME) return null;
  const price = typeof text === 'string' ? parsePrice(text) : null;
  return price === null || price <= 0n || price > MAX_PRICE ? null : { time, price };
}

/** Whether entry, target and stop are where those of the side are. */
function isOrdered(kind: DrawingKind, anchors: readonly Anchor[]): boolean {
  const [entry, target, stop] = anchors;
  if (entry === undefined || target === undefined || stop === undefined) return true;
  const [top, bottom] = kind === 'long' ? [target, stop] : [stop, target];
  const isInside = bottom.price < entry.price && entry.price < top.price;
  return isInside && target.time === stop.time && entry.time <= target.time;
}

function readDrawing(value: unknown): Drawing | null {
  if (!isRecord(value)) return null;
  const { id, kind, points, locked } = value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || typeof locked !== 'boolean') return null;
  if (typeof kind !== 'string' || !Object.hasOwn(ANCHORS, kind) || !Array.isArray(points)) return null;
  const known = kind as DrawingKind;
  // Before its points are looked at: a drawing of a million of them is none.
  if (points.length !== ANCHORS[known]) return null;
  const anchors = points.map(readAnchor).filter((anchor) => anchor !== null);
  if (anchors.length !== points.length || !isOrdered(known, anchors)) return null;
  return { id, kind: known, anchors, locked };
}

function readItems(values: readonly unknown[]): Read {
  const byId = new Map<number, Drawing>();
  for (const value of values.slice(0, MAX_DRAWINGS)) {
    const drawing = readDrawing(value);
    if (drawing !== null) byId.set(drawing.id, drawing);
  }
  return { items: [...byId.values()].sort((a, b) => a.id - b.id), spoilt: byId.size !== values.length };
}

/** Reads what lies under the key of a pair: anything in the browser can have written it. */
export function readDrawings(text: string | null, place: Place): Read {
  if (text === null) return { items: [], spoilt: false };
  const nothing: Read = { items: [], spoilt: true };
  if (text.length > MAX_TEXT) return nothing;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return nothing;
  }
  if (!isRecord(value) || value['v'] !== VERSION || !Array.isArray(value['items'])) return nothing;
  if (value['market'] !== place.market || value['symbol'] !== place.symbol) return nothing;
  return readItems(value['items']);
}

/** The text that {@link readDrawings} reads back. */
export function writeDrawings(items: readonly Drawing[], place: Place): string {
  return JSON.stringify({
    v: VERSION,
    ...place,
    items: items.map(({ id, kind, anchors, locked }) => ({
      id,
      kind,
      locked,
      points: anchors.map(({ time, price }) => [time, formatPrice(price)]),
    })),
  });
}
