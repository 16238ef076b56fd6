import { describe, expect, it } from 'vitest';
import type { OrderState, PositionState, PriceRecord, TradeState, WithdrawalState } from '../../commands/batch.ts';
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
const withdrawal: WithdrawalState = {
  ...{ id: 21n, accountId: 3n, userId: 1n, asset: 'USDT', amount: 5_000_000n, fee: 1_000_000n, value: 5_000_000n },
  ...{ network: null, address: null, memo: null, card: null, record: null, createdAt: 1_790_000_000_005 },
};
const accepted = (result: CommandResult): Outcome => ({ ok: true, result });
const plainTrade = accepted({ type: 'trade', trade: { ...trade, extremes: null, seasonEnd: false } });

const POSITION_1 =
  'position|7|3|BTCUSDT|long|10000000|5|50000000|6000000000000|4900000000000||5500000000000|25000|1790000000002|41|1790000000001';
const TRADE_1 =
  'trade|9|7|3|BTCUSDT|long|10000000|5|50000000|6000000000000|6100000000000|4900000000000||5500000000000|50000|833333|0|user|' +
  '1790000000002|1790000000600|41|1790000000001|42|1790000000500';

/** As rows and states were before the trader's desk. */
const POSITION_2 =
  'id=7|account_id=3|symbol=BTCUSDT|side=long|margin=10000000|leverage=5|notional=50000000|entry_price=6000000000000|' +
  'liquidation_price=4900000000000|stop_loss=5500000000000|open_fee=25000|opened_at=1790000000002|entry_seq=41|' +
  'entry_time=1790000000001';
const ORDER_2 =
  '2|order|id=8|account_id=3|symbol=ETHUSDT|side=short|margin=1000000|leverage=2|limit_price=300000000000|' +
  'take_profit=290000000000|reserved=1001000|status=open|created_at=1790000000003';
const TRADE_2 =
  'id=9|position_id=7|account_id=3|symbol=BTCUSDT|side=long|margin=10000000|leverage=5|notional=50000000|' +
  'entry_price=6000000000000|exit_price=6100000000000|liquidation_price=4900000000000|stop_loss=5500000000000|fee=50000|' +
  'pnl=833333|insurance=0|reason=user|opened_at=1790000000002|closed_at=1790000000600|entry_seq=41|' +
  'entry_time=1790000000001|exit_seq=42|exit_time=1790000000500|best_price=6150000000000|worst_price=5900000000000|' +
  'path=ticks|season_end=true';
const POSITION_JSON =
  '{"id":"~7","accountId":"~3","symbol":"BTCUSDT","side":"long","margin":"~10000000","leverage":5,"notional":"~50000000",' +
  '"entryPrice":"~6000000000000","liquidationPrice":"~4900000000000","takeProfit":null,"stopLoss":"~5500000000000",' +
  '"openFee":"~25000","openedAt":1790000000002,' +
  '"entryRecord":{"seq":"~41","symbol":"BTCUSDT","price":"~6000000000000","time":1790000000001}}';
const WITHDRAWAL_JSON =
  '{"id":"~21","accountId":"~3","userId":"~1","asset":"USDT","amount":"~5000000","fee":"~1000000","network":null,' +
  '"address":null,"memo":null,"value":"~5000000","record":null,"createdAt":1790000000005}';
const withdrawn = accepted({ type: 'withdrawal', withdrawal });

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
      'levels of a position',
      `{"ok":true,"result":{"type":"triggers","position":${POSITION_JSON},"price":"~6000000000001"}}`,
      accepted({ type: 'triggers', position, price: 6_000_000_000_001n }),
    ],
    ['a withdrawal', `{"ok":true,"result":{"type":"withdrawal","withdrawal":${WITHDRAWAL_JSON}}}`, withdrawn],
    ['a refusal', '{"ok":false,"code":"insufficient_funds"}', { ok: false, code: 'insufficient_funds' }],
    ['version 2: a position', `2|position|${POSITION_2}`, accepted({ type: 'position', position })],
    ['version 2: an order', ORDER_2, accepted({ type: 'order', order })],
    ['version 2: a trade', `2|trade|${TRADE_2}`, accepted({ type: 'trade', trade })],
    [
      'version 2: levels of a position',
      `2{"ok":true,"result":{"type":"triggers","position":${POSITION_JSON},"price":null}}`,
      accepted({ type: 'triggers', position, price: null }),
    ],
    [
      'version 2: a withdrawal',
      `2{"ok":true,"result":{"type":"withdrawal","withdrawal":${WITHDRAWAL_JSON}}}`,
      withdrawn,
    ],
    ['version 2: a refusal', '2{"ok":false,"code":"insufficient_funds"}', { ok: false, code: 'insufficient_funds' }],
  ])('%s', (_what, text, outcome) => {
    expect(decodeAnswer(text)).toEqual(outcome);
  });

  it.each(['3|position|id=7', '3{"ok":true,"result":{"type":"done"}}', '20|trade|id=9'])(
    'is not read at all where it is from a later version: %s',
    (text) => expect(() => decodeAnswer(text)).toThrow(/an answer of version (3|20): nothing after 2 is known here/),
  );
});

/** What a state has of which an answer says nothing; it may say nothing of these and of no others. */
const NO_LEVELS = { takeProfit: null, stopLoss: null };
const NO_WORD = {
  position: {
    ...{ ...NO_LEVELS, liquidationPrice: null, initialStopLoss: null, trailing: null, maker: false, added: [] },
    ...{ funding: 0n, fundedAt: 0 },
  },
  order: {
    ...{ ...NO_LEVELS, kind: 'limit', limitPrice: null, stopPrice: null, callback: null, activatedAt: null },
    ...{ trailing: null, expiresAt: null, pairedWith: null, reduces: null, portion: null, maker: false },
  },
  trade: {
    ...{ ...NO_LEVELS, liquidationPrice: null, initialStopLoss: null, trailing: null, orderId: null, funding: 0n },
    ...{ maker: false, added: [], extremes: null, seasonEnd: false },
  },
  withdrawal: { network: null, address: null, memo: null, card: null, record: null },
};

describe('L6 an answer from before a state had a field', () => {
  it.each<[string, CommandResult, keyof typeof NO_WORD, (result: never) => object]>([
    ['position', { type: 'position', position: grown }, 'position', (r: { position: object }) => r.position],
    ['triggers', { type: 'triggers', position: grown, price: 5n }, 'position', (r: { position: object }) => r.position],
    ['order', { type: 'order', order: stopLimit }, 'order', (r: { order: object }) => r.order],
    ['orders', { type: 'orders', orders: [order, reducing] }, 'order', (r: { orders: object[] }) => r.orders[1] ?? {}],
    ['trade', { type: 'trade', trade: { ...trade, trailing } }, 'trade', (r: { trade: object }) => r.trade],
    ['reversed: trade', { type: 'reversed', trade, position }, 'trade', (r: { trade: object }) => r.trade],
    ['reversed: position', { type: 'reversed', trade, position }, 'position', (r: { position: object }) => r.position],
    [
      'closedAll',
      { type: 'closedAll', trades: [trade, { ...trade, added }], failed: [{ id: 7n, code: 'market_halted' }] },
      ...(['trade', (r: { trades: object[] }) => r.trades[1] ?? {}] as const),
    ],
    ['withdrawal', { type: 'withdrawal', withdrawal }, 'withdrawal', (r: { withdrawal: object }) => r.withdrawal],
  ])('%s: has what its column says, or is no answer', (_what, result, kind, stateOf) => {
    const outcome = accepted(result);
    const text = encodeAnswer(outcome).slice(1);
    for (const field of Object.keys(stateOf(result as never))) {
      const older = JSON.parse(text) as { result: never };
      delete (stateOf(older.result) as Record<string, unknown>)[field];
      const read = (): unknown => decodeAnswer(`2${JSON.stringify(older)}`);
      if (!(field in NO_WORD[kind])) expect(read, field).toThrow();
      else {
        const expected = structuredClone(outcome) as unknown as { result: never };
        Object.assign(stateOf(expected.result), { [field]: NO_WORD[kind][field as never] });
        expect(read(), field).toEqual(expected);
      }
    }
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
