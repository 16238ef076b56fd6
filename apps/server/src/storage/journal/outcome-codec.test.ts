import { describe, expect, it } from 'vitest';
import type { OrderState, PositionState, PriceRecord, TradeState } from '../../commands/batch.ts';
import type { CommandResult, Outcome } from '../../commands/command.ts';
import { LIMIT_ORDER } from '../../../test/support/limit-order.ts';
import { decodeAnswer, encodeAnswer, encodeOutcome } from './outcome-codec.ts';

const recordOf = (seq: bigint, price: bigint, time: number): PriceRecord => ({ seq, symbol: 'BTCUSDT', price, time });
const entryRecord = recordOf(41n, 6_000_000_000_000n, 1_790_000_000_001);
const exitRecord = recordOf(42n, 6_100_000_000_000n, 1_790_000_000_500);
const common = { accountId: 3n, symbol: 'BTCUSDT', side: 'long', margin: 10_000_000n, leverage: 5 } as const;
const levels = {
  ...{ liquidationPrice: 4_900_000_000_000n, takeProfit: null, stopLoss: 5_500_000_000_000n, initialStopLoss: null },
  trailing: null,
};

const position: PositionState = {
  ...{ id: 7n, ...common, notional: 50_000_000n, entryPrice: entryRecord.price, ...levels },
  ...{ openFee: 25_000n, openedAt: 1_790_000_000_002, entryRecord },
  ...{ maker: false, added: [], funding: 0n, fundedAt: 0 },
};
const order: OrderState = {
  ...{ id: 8n, accountId: 3n, symbol: 'ETHUSDT', side: 'short', margin: 1_000_000n, leverage: 2 },
  ...LIMIT_ORDER,
  ...{ limitPrice: 300_000_000_000n, takeProfit: 290_000_000_000n, stopLoss: null },
  ...{ reserved: 1_001_000n, maker: false, status: 'open', createdAt: 1_790_000_000_003 },
};
const trade: TradeState = {
  ...{ id: 9n, positionId: 7n, ...common, notional: 50_000_000n, entryPrice: entryRecord.price },
  ...{
    exitPrice: exitRecord.price,
    ...levels,
    orderId: null,
    fee: 50_000n,
    pnl: 833_333n,
    insurance: 0n,
    reason: 'user',
  },
  ...{ openedAt: 1_790_000_000_002, closedAt: 1_790_000_000_600, entryRecord, exitRecord },
  ...{ maker: false, added: [], funding: 0n },
  ...{ extremes: { best: 6_150_000_000_000n, worst: 5_900_000_000_000n, path: 'ticks' }, seasonEnd: true },
};
/** Somebody has added to it, and there was funding. */
const added = [{ margin: 5_000_000n, held: 9_000_000n, record: exitRecord, addedAt: 1_790_000_000_700 }];
const grown: PositionState = {
  ...position,
  entryPrice: 6_035_000_000_000n,
  maker: true,
  added,
  funding: -7n,
  fundedAt: 8,
};
const peak = { seq: 45n, price: 6_200_000_000_000n, time: 1_790_000_000_400 };
const trailing = { unit: 'percent', value: 150n, peak } as const;
const stopLimit: OrderState = {
  ...{ ...order, kind: 'stopLimit', stopPrice: 310_000_000_000n, activatedAt: 1_790_000_000_004, pairedWith: 12n },
  ...{ expiresAt: 1_790_000_100_000, trailing: { unit: 'price', value: 5n }, reserved: 0n },
};
const reducing: OrderState = {
  ...{
    ...order,
    kind: 'trailingStop',
    limitPrice: null,
    callback: trailing,
    takeProfit: null,
    margin: 0n,
    reserved: 0n,
  },
  ...{ reduces: 7n, portion: 2_500n, status: 'expired' },
};
const accepted = (result: CommandResult): Outcome => ({ ok: true, result });
const plainTrade = accepted({ type: 'trade', trade: { ...trade, extremes: null, seasonEnd: false } });

const POSITION_1 =
  'position|7|3|BTCUSDT|long|10000000|5|50000000|6000000000000|4900000000000||5500000000000|25000|1790000000002|41|1790000000001';
const TRADE_1 =
  'trade|9|7|3|BTCUSDT|long|10000000|5|50000000|6000000000000|6100000000000|4900000000000||5500000000000|50000|833333|0|user|' +
  '1790000000002|1790000000600|41|1790000000001|42|1790000000500';

describe('L6 an answer that an earlier version kept, as it was written then', () => {
  it.each<[string, string, Outcome]>([
    ['a position', POSITION_1, accepted({ type: 'position', position })],
    [
      'an order',
      'order|8|3|ETHUSDT|short|1000000|2|300000000000|290000000000||1001000|open|1790000000003',
      accepted({ type: 'order', order }),
    ],
    ['a trade', `${TRADE_1}|6150000000000|5900000000000|ticks|true`, accepted({ type: 'trade', trade })],
    ['a trade without extremes', `${TRADE_1}||||false`, plainTrade],
    ['a trade from before there were extremes', TRADE_1, plainTrade],
    ['a settlement', '{"ok":true,"result":{"type":"done"}}', accepted({ type: 'done' })],
    [
      'an adjustment',
      '{"ok":true,"result":{"type":"adjustment","amount":"~-5","available":"~7"}}',
      accepted({ type: 'adjustment', amount: -5n, available: 7n }),
    ],
    [
      'levels of a position from before there were trailing stops',
      encodeAnswer(accepted({ type: 'triggers', position, price: null })).replace('"trailing":null,', ''),
      accepted({ type: 'triggers', position, price: null }),
    ],
    ['a refusal', '{"ok":false,"code":"insufficient_funds"}', { ok: false, code: 'insufficient_funds' }],
  ])('%s', (_what, text, outcome) => {
    expect(decodeAnswer(text)).toEqual(outcome);
  });
});

describe('L6 an answer is read back as it was', () => {
  const symbolOf = (symbol: string): Outcome =>
    accepted({ type: 'position', position: { ...position, symbol, entryRecord: { ...entryRecord, symbol } } });

  it.each<[string, Outcome]>([
    ['a position', accepted({ type: 'position', position })],
    [
      'a position with its first stop loss',
      accepted({ type: 'position', position: { ...position, initialStopLoss: 5n } }),
    ],
    ['a position that somebody has added to', accepted({ type: 'position', position: grown })],
    ['an order', accepted({ type: 'order', order })],
    ['a maker order', accepted({ type: 'order', order: { ...order, maker: true } })],
    ['a stop limit of a pair', accepted({ type: 'order', order: stopLimit })],
    ['a reduce-only order', accepted({ type: 'order', order: reducing })],
    ['a pair', accepted({ type: 'orders', orders: [order, stopLimit] })],
    ['a position with a trailing stop', accepted({ type: 'position', position: { ...position, trailing } })],
    [
      'a trailing stop whose peak has no record',
      accepted({
        type: 'position',
        position: { ...position, trailing: { ...trailing, peak: { ...peak, seq: null } } },
      }),
    ],
    ['a trade', accepted({ type: 'trade', trade })],
    ['a trade by an order', accepted({ type: 'trade', trade: { ...trade, trailing, orderId: 12n, reason: 'order' } })],
    ['a trade without extremes', plainTrade],
    ['a trade of several entries', accepted({ type: 'trade', trade: { ...trade, added, maker: true, funding: 12n } })],
    ['a reversed position', accepted({ type: 'reversed', trade, position: grown })],
    ['triggers', accepted({ type: 'triggers', position, price: null })],
    ['a refusal', { ok: false, code: 'bank_code_wrong', details: { attemptsLeft: 2, '~': '~5' } }],
    ['with whatever else a text can hold', symbolOf('=~5\\"\n=')],
    ['with a separator in it', symbolOf('~5|~6')],
    ['with an empty text', symbolOf('')],
  ])('%s', (_what, outcome) => {
    expect(decodeAnswer(encodeOutcome(outcome))).toEqual(outcome);
    expect(decodeAnswer(encodeAnswer(outcome))).toEqual(outcome);
  });

  it('whatever order its columns have by then, and with fields that have come or gone', () => {
    const [version, type, ...fields] = encodeOutcome(plainTrade).split('|');
    const older = fields.filter((field) => !field.startsWith('season_end=')).toReversed();
    expect(decodeAnswer([version, type, 'gone=1', ...older].join('|'))).toEqual(plainTrade);
  });

  it('but not without a value that it must have', () => {
    const text = encodeOutcome(plainTrade).replace('|margin=10000000', '');
    expect(() => decodeAnswer(text)).toThrow('no value in the column margin of a row of trades');
  });
});
