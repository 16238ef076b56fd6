import { useMarkets } from '@/api/queries.ts';

/** Names a market as everybody sees it; by its id while that is not known. */
export function useMarketTitle(): (id: string) => string {
  const { data: markets } = useMarkets();
  return (id) => markets?.find((market) => market.id === id)?.title ?? id;
}
