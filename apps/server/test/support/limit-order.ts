import type { OrderState } from '../../src/commands/batch.ts';

/** What a limit order has besides its limit, when nothing else was asked for. */
export const LIMIT_ORDER = {
  kind: 'limit',
  stopPrice: null,
  callback: null,
  activatedAt: null,
  trailing: null,
  expiresAt: null,
  pairedWith: null,
  reduces: null,
  portion: null,
} as const satisfies Partial<OrderState>;
