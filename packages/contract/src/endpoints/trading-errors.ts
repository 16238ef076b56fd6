import type { ErrorCode } from '../errors.ts';

/** Of whatever waits for a market, as an account does that is opened at its first use. */
export const OF_A_MARKET = ['market_ended', 'market_halted'] as const satisfies readonly ErrorCode[];

/** Of whatever is about the account of whoever asks in a market. */
export const OF_AN_ACCOUNT = [
  'unknown_market',
  'not_a_member',
  'market_not_entered',
  ...OF_A_MARKET,
] as const satisfies readonly ErrorCode[];

/** Of commands of trading. */
export const OF_A_COMMAND = [...OF_AN_ACCOUNT, 'too_many_commands'] as const satisfies readonly ErrorCode[];

/** Of take profit and stop loss. */
export const OF_LEVELS = [
  'invalid_price',
  'take_profit_wrong_side',
  'stop_loss_wrong_side',
  'stop_loss_beyond_liquidation',
  'invalid_trailing',
  'price_unavailable',
] as const satisfies readonly ErrorCode[];

/** Of what an order waits for. */
export const OF_A_CONDITION = [
  'invalid_price',
  'limit_price_too_far',
  'stop_price_wrong_side',
  'invalid_trailing',
  'invalid_order_kind',
  'expiry_in_the_past',
  'price_unavailable',
] as const satisfies readonly ErrorCode[];

/** Of what opens or enlarges a position in a market with class rules. */
export const OF_A_CLASS = [
  'class_leverage',
  'class_share',
  'class_day_loss',
  'class_attempt_over',
  'class_calibration',
] as const satisfies readonly ErrorCode[];

/** Of what sets money aside for a trade. */
export const OF_A_PURCHASE = [
  'invalid_amount',
  'amount_too_small',
  'amount_too_large',
  'invalid_leverage',
  'unknown_symbol',
  ...OF_LEVELS,
  'too_many_positions',
  'insufficient_funds',
  'liquidation_at_market',
  ...OF_A_CLASS,
] as const satisfies readonly ErrorCode[];
