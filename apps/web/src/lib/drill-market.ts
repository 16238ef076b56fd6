/** Whether a market is a drill of a class: operators play it, nobody who trades in it. */
export const isDrillMarket = (id: string): boolean => id.startsWith('drill-');
