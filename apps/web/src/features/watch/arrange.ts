import type { Order } from './columns.ts';
import type { WatchFigures } from './figures.ts';

export interface Watched {
  symbol: string;
  figures: WatchFigures;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** In the given order, ties by name; what is not known is always last. */
export function arrange<T extends Watched>(pairs: readonly T[], { by, down }: Order): T[] {
  const sign = down ? -1 : 1;
  const byName = (a: T, b: T): number => (a.symbol < b.symbol ? -1 : 1);
  if (by === 'name') return pairs.toSorted((a, b) => sign * byName(a, b));
  const valueOf = ({ figures }: T): bigint | null => (by === 'price' ? figures.last : figures[by]);
  return pairs.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    const sorted = x === null || y === null ? Number(x === null) - Number(y === null) : sign * compare(x, y);
    return sorted === 0 ? byName(a, b) : sorted;
  });
}
