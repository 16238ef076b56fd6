const USUAL = 'BTCUSDT';

/** The pair that stands for a market: bitcoin where it is traded, else the first. '' without any. */
export const mainPairOf = (symbols: readonly string[]): string =>
  symbols.includes(USUAL) ? USUAL : (symbols[0] ?? '');
