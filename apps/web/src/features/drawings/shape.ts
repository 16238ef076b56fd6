import type { Price } from '@plecho/domain';
import { formatDuration } from '@/lib/duration.ts';
import { formatMoney, formatPercent, formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { tickOf, toNumber } from '@/lib/tick.ts';
import type { Anchor, Drawing, Part } from './drawing.ts';
import { fibonacciLevels, measure, planOf, type Funds } from './figures.ts';
import {
  boxOf,
  clip,
  distance,
  distanceToSegment,
  isInside,
  ray,
  sidesOf,
  type Box,
  type Point,
  type Segment,
  type Size,
} from './geometry.ts';
import { drawingTexts as texts } from './texts.ts';

export type Tone = 'accent' | 'up' | 'down' | 'muted';

/** A drawing as it stands on one chart, pixels. */
export interface Shape {
  lines: readonly (Segment & { tone: Tone; dashed?: boolean })[];
  fills: readonly (Box & { tone: Tone })[];
  labels: readonly (Point & { text: string; tone: Tone })[];
  /** Where the anchors are, in their order. */
  handles: readonly Point[];
}

/** What a drawing is placed by. */
export interface View {
  size: Size;
  /** Seconds of a bar. */
  step: number;
  priceDecimals: number;
  xOf: (time: number) => number | null;
  yOf: (price: number) => number | null;
  funds: Funds | null;
}

const LABEL_GAP = 4;

function pointOf({ time, price }: Anchor, view: View): Point | null {
  const [x, y] = [view.xOf(time), view.yOf(toNumber(price))];
  return x === null || y === null ? null : { x, y };
}

const level = (y: number, { size }: View): Segment => ({ from: { x: 0, y }, to: { x: size.width, y } });

const labelAt = (point: Point, text: string, tone: Tone) => ({
  x: point.x + LABEL_GAP,
  y: point.y - LABEL_GAP,
  text,
  tone,
});

/** Of a label with the gap to the next, pixels. */
const LABEL_STRIDE = 13;

/** Levels whose words cover no others: both ends before what is between them. */
function legible<T extends { y: number }>(levels: readonly T[]): T[] {
  const kept: T[] = [];
  for (const level of [...levels.slice(0, 1), ...levels.slice(-1), ...levels.slice(1, -1)]) {
    if (kept.every(({ y }) => Math.abs(y - level.y) >= LABEL_STRIDE)) kept.push(level);
  }
  return kept;
}

function fibonacciShape(drawing: Drawing, [first, second]: readonly Point[], view: View): Omit<Shape, 'handles'> {
  const [a, b] = drawing.anchors;
  if (first === undefined || second === undefined || a === undefined || b === undefined) return EMPTY;
  const [left, right] = [Math.min(first.x, second.x), Math.max(first.x, second.x)];
  const levels = fibonacciLevels(a.price, b.price, tickOf(view.priceDecimals)).flatMap(({ thousandths, price }) => {
    const y = view.yOf(toNumber(price));
    const share = `${(thousandths / 10).toFixed(1).replace('.', ',')} %`;
    return y === null ? [] : [{ y, text: `${share}  ${formatPrice(price, view.priceDecimals)}` }];
  });
  return {
    lines: [
      ...levels.map(({ y }) => ({ from: { x: left, y }, to: { x: right, y }, tone: 'accent' as const })),
      { from: first, to: second, tone: 'muted', dashed: true },
    ],
    fills: [],
    labels: legible(levels).map(({ y, text }) => labelAt({ x: left, y }, text, 'accent')),
  };
}

/** «+1 200,50 (+1,79 %)» and «12 свеч., 3 ч» */
export function measureWords(drawing: Drawing, view: Pick<View, 'step' | 'priceDecimals'>): [string, string] | null {
  const [from, to] = drawing.anchors;
  if (from === undefined || to === undefined) return null;
  const { price, basisPoints, bars, time } = measure(from, to, view.step);
  const sign = price > 0n ? '+' : '';
  const back = time < 0 ? '−' : '';
  return [
    `${sign}${formatPrice(price, view.priceDecimals, from.price)} (${formatPercent(basisPoints)})`,
    `${texts.bars(`${back}${Math.abs(bars)}`)}, ${back}${formatDuration(Math.abs(time))}`,
  ];
}

function measureShape(drawing: Drawing, [first, second]: readonly Point[], view: View): Omit<Shape, 'handles'> {
  const words = measureWords(drawing, view);
  const [from, to] = drawing.anchors;
  if (first === undefined || second === undefined || words === null) return EMPTY;
  const tone: Tone = (to?.price ?? 0n) < (from?.price ?? 0n) ? 'down' : 'up';
  const box = boxOf(first, second);
  return {
    lines: [...sidesOf(box).map((side) => ({ ...side, tone })), { from: first, to: second, tone, dashed: true }],
    fills: [{ ...box, tone }],
    labels: [labelAt({ x: box.x, y: box.y - 14 }, words[0], tone), labelAt({ x: box.x, y: box.y }, words[1], 'muted')],
  };
}

/** «Цель 68 000,00 (+1,20 %) +24,00» and the same of the stop. */
export function planWords(
  drawing: Drawing,
  view: Pick<View, 'priceDecimals' | 'funds'>,
): [string, string, string] | null {
  const plan = planOf(drawing, view.funds);
  if (plan === null) return null;
  const { amounts } = plan;
  const line = (name: string, price: Price, move: bigint, result: bigint | undefined): string =>
    `${name} ${formatPrice(price, view.priceDecimals)} (${formatPercent(move)})${result === undefined ? '' : ` ${formatSignedMoney(result)}`}`;
  const ratio = texts.reward(`${plan.reward / 100n},${String(plan.reward % 100n).padStart(2, '0')}`);
  const own = amounts === null ? '' : ` · ${texts.margin(formatMoney(amounts.margin), amounts.leverage)}`;
  return [
    line(texts.target, plan.takeProfit, plan.targetMove, amounts?.gain),
    line(texts.stop, plan.stopLoss, plan.stopMove, amounts === null ? undefined : -amounts.loss),
    `${ratio}${own}`,
  ];
}

function positionShape(drawing: Drawing, points: readonly Point[], view: View): Omit<Shape, 'handles'> {
  const [entry, target, stop] = points;
  const words = planWords(drawing, view);
  if (entry === undefined || target === undefined || stop === undefined || words === null) return EMPTY;
  const [gain, loss] = [boxOf(entry, target), boxOf(entry, stop)];
  const across = (y: number): Segment => ({ from: { x: entry.x, y }, to: { x: target.x, y } });
  const edge = (point: Point): Point => ({ x: entry.x, y: point.y < entry.y ? point.y : point.y + 18 });
  return {
    lines: [
      { ...across(entry.y), tone: 'muted' },
      { ...across(target.y), tone: 'up' },
      { ...across(stop.y), tone: 'down' },
    ],
    fills: [
      { ...gain, tone: 'up' },
      { ...loss, tone: 'down' },
    ],
    labels: [
      labelAt(edge(target), words[0], 'up'),
      labelAt(edge(stop), words[1], 'down'),
      labelAt(entry, words[2], 'muted'),
    ],
  };
}

const EMPTY: Omit<Shape, 'handles'> = { lines: [], fills: [], labels: [] };

function bodyOf(drawing: Drawing, points: readonly Point[], view: View): Omit<Shape, 'handles'> {
  const [first, second] = points;
  const [anchor] = drawing.anchors;
  if (first === undefined || anchor === undefined) return EMPTY;
  const tone = 'accent' as const;
  if (drawing.kind === 'horizontal') {
    const text = formatPrice(anchor.price, view.priceDecimals);
    return {
      lines: [{ ...level(first.y, view), tone }],
      fills: [],
      labels: [labelAt({ x: 0, y: first.y }, text, tone)],
    };
  }
  if (second === undefined) return EMPTY;
  switch (drawing.kind) {
    case 'trend':
      return { ...EMPTY, lines: [{ from: first, to: second, tone }] };
    case 'ray':
      return { ...EMPTY, lines: [{ ...ray(first, second, view.size), tone }] };
    case 'rectangle': {
      const box = boxOf(first, second);
      return { ...EMPTY, lines: sidesOf(box).map((side) => ({ ...side, tone })), fills: [{ ...box, tone }] };
    }
    case 'fibonacci':
      return fibonacciShape(drawing, points, view);
    case 'measure':
      return measureShape(drawing, points, view);
    case 'long':
    case 'short':
      return positionShape(drawing, points, view);
  }
}

/** @returns null while the chart has no scales to place it by */
export function shapeOf(drawing: Drawing, view: View): Shape | null {
  const handles = drawing.anchors.map((anchor) => pointOf(anchor, view));
  const points = handles.filter((point) => point !== null);
  if (points.length !== handles.length) return null;
  const body = bodyOf(drawing, points, view);
  const lines = body.lines.flatMap((line) => {
    const inside = clip(line, view.size);
    return inside === null ? [] : [{ ...line, ...inside }];
  });
  return { ...body, lines, handles: points };
}

/**
 * What of a drawing is under the pointer.
 * @param slop how far beside it still counts, pixels
 * @param isChosen a chosen one has handles, and its inside belongs to it
 */
export function hitTest(shape: Shape, pointer: Point, slop: number, isChosen: boolean): Part | null {
  if (isChosen) {
    const nearest = shape.handles
      .map((handle, index) => ({ index, away: distance(pointer, handle) }))
      .sort((a, b) => a.away - b.away)[0];
    if (nearest !== undefined && nearest.away <= slop) return nearest.index;
  }
  const isOnLine = shape.lines.some((line) => distanceToSegment(pointer, line) <= slop);
  return isOnLine || (isChosen && shape.fills.some((fill) => isInside(pointer, fill))) ? 'whole' : null;
}
