/** What a market's owner is asked on. */
export const askSubject = (marketId: string): string => `market.${marketId}.ask`;

/** Where a market's owner tells its valid prices. */
export const pricesSubject = (marketId: string): string => `market.${marketId}.prices`;

/** Where a market's owner tells what becomes of one person's account. */
export const accountSubject = (marketId: string, userId: bigint): string => `market.${marketId}.account.${userId}`;

/** Where every process tells which markets it shows. */
export const INTEREST_SUBJECT = 'interest';
