/** Pixels from the upper left corner of the plot. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Segment {
  from: Point;
  to: Point;
}

export interface Box extends Point, Size {}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** From a point to the nearest one of a segment, pixels. */
export function distanceToSegment(point: Point, { from, to }: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const share = Math.min(1, Math.max(0, along));
  return distance(point, { x: from.x + share * dx, y: from.y + share * dy });
}

/**
 * The part of a segment inside of a plot and a little around it: a canvas draws nothing right that ends millions of
 * pixels away.
 * @returns null when no part of it is inside
 */
export function clip({ from, to }: Segment, { width, height }: Size, around = 2): Segment | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  const edges: [slope: number, room: number][] = [
    [-dx, from.x + around],
    [dx, width + around - from.x],
    [-dy, from.y + around],
    [dy, height + around - from.y],
  ];
  for (const [slope, room] of edges) {
    if (slope === 0) {
      if (room < 0) return null;
    } else if (slope < 0) start = Math.max(start, room / slope);
    else end = Math.min(end, room / slope);
  }
  if (!(start <= end)) return null;
  const at = (share: number): Point => ({ x: from.x + share * dx, y: from.y + share * dy });
  return { from: at(start), to: at(end) };
}

/** A segment from `from` through `through` that ends outside of the plot; of no length when the two are one point. */
export function ray(from: Point, through: Point, { width, height }: Size): Segment {
  const length = distance(from, through);
  if (length === 0) return { from, to: from };
  const reach = (width + height + Math.abs(from.x) + Math.abs(from.y)) / length + 1;
  return {
    from,
    to: { x: from.x + (through.x - from.x) * reach, y: from.y + (through.y - from.y) * reach },
  };
}

/** The box between two opposite corners. */
export function boxOf(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

export const isInside = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The four sides of a box. */
export function sidesOf({ x, y, width, height }: Box): Segment[] {
  const [topLeft, topRight] = [
    { x, y },
    { x: x + width, y },
  ];
  const [bottomLeft, bottomRight] = [
    { x, y: y + height },
    { x: x + width, y: y + height },
  ];
  return [
    { from: topLeft, to: topRight },
    { from: bottomLeft, to: bottomRight },
    { from: topLeft, to: bottomLeft },
    { from: topRight, to: bottomRight },
  ];
}
