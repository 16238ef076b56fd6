import { useQuery } from '@tanstack/react-query';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { MarketOrigin, RecordedPrice } from '@plecho/synthetic';
import { keys } from '@/api/keys.ts';
import type { Recompute } from './recompute.ts';

export interface RecomputeOptions {
  definition: MarketOrigin;
  records: readonly RecordedPrice[];
  /** 64 hexadecimal digits; null for a market that needs no key. */
  key: string | null;
  recompute: Recompute;
  /** Nothing is recomputed before. */
  enabled: boolean;
}

/** Whether records are prices of the generator; an answer for each, in their order. */
export function useRecompute({ definition, records, key, recompute, enabled }: RecomputeOptions) {
  const { market, parameters } = definition;
  const named = records.map(({ symbol, price, time }) => `${symbol} ${price} ${time}`);
  return useQuery({
    queryKey: keys.recomputed({ kind: market.kind, parameters, named, key }),
    queryFn: ({ signal }) => {
      const plain = records.map(({ symbol, price, time }) => ({ symbol, price, time }));
      const origin = { market: { kind: market.kind }, parameters };
      return recompute({ definition: origin, records: plain, key: key === null ? null : hexToBytes(key) }, signal);
    },
    enabled,
    staleTime: Infinity,
    retry: false,
  });
}
