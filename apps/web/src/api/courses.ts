import { useQuery } from '@tanstack/react-query';
import { api, type CourseList } from '@plecho/contract';
import { parsePrice, type Price } from '@plecho/domain';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

/** The server makes them anew every quarter of a minute; half an hour lies between two points. */
const RENEWED_MS = 60_000;

/** How a price went in the last 24 hours, oldest first: a point every half hour. By symbol. */
export type Courses = ReadonlyMap<string, readonly Price[]>;

const read = ({ items }: CourseList): Courses =>
  new Map(items.map(({ symbol, prices }) => [symbol, prices.map((price) => parsePrice(price) ?? 0n)]));

/** The courses of all pairs of the selected market, renewed while they are shown. */
export function useCourses() {
  const { id: market } = useMarket();
  return useQuery({
    queryKey: keys.courses(market),
    queryFn: async ({ signal }) => read(await call(api.prices.courses, { query: { market }, signal })),
    refetchInterval: RENEWED_MS,
    staleTime: RENEWED_MS / 2,
    // A map: compared piece by piece it would be another one each time.
    structuralSharing: false,
  });
}
