/** What a market's owner is asked on. */
export const askSubject = (marketId: string): string => `market.${marketId}.ask`;

/** Where a market's owner tells its valid prices. */
export const pricesSubject = (marketId: string): string => `market.${marketId}.prices`;

/** Where a market's owner tells what becomes of accounts. */
export const accountsSubject = (marketId: string): string => `market.${marketId}.accounts`;

/** Where every process tells which markets it shows. */
export const INTEREST_SUBJECT = 'interest';
