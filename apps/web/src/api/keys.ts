/** Keys of the query cache. `market` is the asked-for market; undefined stands for the main one. */
export const keys = {
  session: () => ['session'] as const,
  sessions: () => ['sessions'] as const,
  markets: () => ['markets'] as const,
  pairs: (market: string | undefined) => ['pairs', market ?? null] as const,
  moves: (market: string, symbol: string) => ['moves', market, symbol] as const,
  trades: (market: string) => ['trades', market] as const,
  tradeList: (market: string, filter: object) => ['trades', market, 'list', filter] as const,
  trade: (market: string, id: string) => ['trades', market, 'one', id] as const,
} as const;
