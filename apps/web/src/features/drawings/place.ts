/** What drawings belong to. */
export interface Place {
  market: string;
  symbol: string;
}

/** Where the drawings of a pair are kept on this device. */
export const storageKey = ({ market, symbol }: Place): string => `drawings:${market}:${symbol}`;
