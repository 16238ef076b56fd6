/** The largest number that the database keeps, be it an id, money or coins. */
export const MAX_INT64 = 2n ** 63n - 1n;
