import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

/** What a tile stands for: its area is the volume. */
export interface MapPair {
  symbol: string;
  /** In any unit; pairs without one have no tile. */
  volume: number;
}

/** Pixels from the left and the top of the map. */
export interface Tile {
  symbol: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 2;

interface Node {
  symbol: string;
  volume: number;
  children?: Node[];
}

/** The largest first, which is the order in which they are laid out and read. */
export function layOut(pairs: readonly MapPair[], width: number, height: number): Tile[] {
  const children = pairs.filter(({ volume }) => volume > 0);
  if (children.length === 0 || width <= 0 || height <= 0) return [];
  const root = hierarchy<Node>({ symbol: '', volume: 0, children })
    .sum(({ volume }) => volume)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<Node>().tile(treemapSquarify).size([width, height]).paddingInner(GAP).round(true)(root);
  return laid.leaves().map(({ data, x0, y0, x1, y1 }) => ({
    ...{ symbol: data.symbol, x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
  }));
}

const middle = ({ x, y, width, height }: Tile): [x: number, y: number] => [x + width / 2, y + height / 2];

/** By the arrow: how far a tile lies that way, and how far beside it. */
const AWAY: Readonly<Record<string, (dx: number, dy: number) => [ahead: number, aside: number]>> = {
  ArrowRight: (dx, dy) => [dx, Math.abs(dy)],
  ArrowLeft: (dx, dy) => [-dx, Math.abs(dy)],
  ArrowDown: (dx, dy) => [dy, Math.abs(dx)],
  ArrowUp: (dx, dy) => [-dy, Math.abs(dx)],
};

/** The tile that a key leads to from another: the nearest that way; null for another key and at the edge. */
export function neighbour(tiles: readonly Tile[], from: string, key: string): string | null {
  if (key === 'Home') return tiles[0]?.symbol ?? null;
  if (key === 'End') return tiles.at(-1)?.symbol ?? null;
  const way = AWAY[key];
  const start = tiles.find(({ symbol }) => symbol === from);
  if (way === undefined || start === undefined) return null;
  const [x, y] = middle(start);
  let nearest: { symbol: string; cost: number } | null = null;
  for (const tile of tiles) {
    const [tx, ty] = middle(tile);
    const [ahead, aside] = way(tx - x, ty - y);
    // What lies beside counts double: an arrow should keep its line.
    const cost = ahead + 2 * aside;
    if (ahead > 0 && (nearest === null || cost < nearest.cost)) nearest = { symbol: tile.symbol, cost };
  }
  return nearest?.symbol ?? null;
}

/** From −3, fell by 5 % or more, to 3. @param change hundredths of a percent; null is not known */
export function levelOf(change: bigint | null): number {
  if (change === null) return 0;
  const size = change < 0n ? -change : change;
  const level = size >= 500n ? 3 : size >= 200n ? 2 : size >= 20n ? 1 : 0;
  return change < 0n && level > 0 ? -level : level;
}
