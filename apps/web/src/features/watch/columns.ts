/** What can be shown of a pair beside its name and its price. */
export const WATCH_COLUMNS = ['change1h', 'change24h', 'volume', 'volatility', 'fromHigh', 'course'] as const;
export type WatchColumn = (typeof WATCH_COLUMNS)[number];

export const FIRST_COLUMNS: readonly WatchColumn[] = ['change1h', 'change24h', 'volume', 'course'];

/** What the table can be in the order of. A course is none: it sorts as its change does. */
export const SORTS = ['name', 'price', 'change1h', 'change24h', 'volume', 'volatility', 'fromHigh'] as const;
export type WatchSort = (typeof SORTS)[number];

export interface Order {
  by: WatchSort;
  /** The largest first; of names the last. */
  down: boolean;
}

export const FIRST_ORDER: Order = { by: 'volume', down: true };

export const isColumns = (value: unknown): value is WatchColumn[] =>
  Array.isArray(value) && value.every((item) => WATCH_COLUMNS.includes(item as WatchColumn));

export const isOrder = (value: unknown): value is Order => {
  const { by, down } = (value ?? {}) as Partial<Order>;
  return SORTS.includes(by as WatchSort) && typeof down === 'boolean';
};

/** A second press of the same heading turns the order round. */
export const pressed = (order: Order, by: WatchSort): Order =>
  order.by === by ? { by, down: !order.down } : { by, down: by !== 'name' };
