/** What several endpoints answer with in their examples. Nothing but the description of the API shows it. */

const SECOND = 1_795_003_600;
const NOW = SECOND * 1000;

export const ADDRESS = 'sim1eqv9pzxqlyckngw6zf9g9whn9d3eh4qvgvfe4at';
const OTHER_ADDRESS = 'sim1eq5gpkf3383r4yhtgwdlgn9yl426upj7kmxaasq';
export const HASH = 'simtx1qu2zzt3mfp2kymmu3xt28v9aett7fu07pvvz2v3lf3vkvuuq3kdqhy98ns';
export const BLOCK_HASH = 'simblock1qv2z2dj8tp5h4zuu4klvlc83qgfjgd2x2a58nz5m4j7uahlsqyfqr99jl0';

export const USER = {
  id: '1',
  phone: '+79160000001',
  firstName: 'Анна',
  lastName: 'Иванова',
  isBlocked: false,
  blockReason: null,
  isOperator: false,
  createdAt: SECOND,
};

export const MARKET = {
  id: 'main',
  kind: 'synthetic',
  label: 'Синтетический рынок',
  title: 'Синтетический рынок',
  status: 'running',
  main: true,
  halted: false,
  startAt: SECOND,
  endAt: null,
  symbols: ['BTCUSDT', 'ETHUSDT'],
  members: 24,
  takerFeePercent: '0.05',
  makerFeePercent: '0.02',
  funding: { intervalHours: 8, capPercent: '0.75' },
  maintenanceMarginPercent: '0.5',
  startBalance: '1000',
  staleAfterSeconds: 10,
  maxJumpPercent: '10',
  parameters: { generator: '1', seed: 'school' },
  scenario: null,
  classRules: null,
};

export const DATASET = {
  id: 'd-5f2c8e1a9b3d7f60',
  title: 'BTCUSDT, 1–28 февраля 2026',
  provenance: 'unverified',
  story: null,
  symbols: ['BTCUSDT'],
  from: 1_769_904_000,
  to: 1_772_323_200,
  minutes: 40_320,
  sha256: ['c'.repeat(64)],
};

export const SESSION = {
  market: 'session-7f3a',
  label: 'Повтор: BTCUSDT, 2 февраля 2026',
  symbols: ['BTCUSDT'],
  state: 'playing',
  playhead: 1_769_990_460_000,
  end: 1_772_323_200_000,
  speed: 60,
  masked: false,
  dayOne: null,
  startAt: 1_769_990_400,
  dataset: DATASET.id,
  revealed: null,
  createdAt: NOW,
};

export const BALANCE = {
  market: 'main',
  season: 1,
  total: '1000',
  available: '899.75',
  inPositions: '100',
  inOrders: '0',
  locked: '0',
  equity: '1001.5',
  pnl: '1.5',
  totalPnL: '1.25',
  pnlPercent: '0.13',
  attempt: null,
};

const ENTRY = { seq: '4711', price: '64210.5', time: NOW };
const EXIT = { seq: '4802', price: '64403.1', time: NOW + 60_000 };

export const POSITION = {
  id: '12',
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount: '100',
  leverage: 5,
  size: '500',
  entryPrice: ENTRY.price,
  liquidationPrice: '51626.5',
  takeProfit: '70000',
  stopLoss: '60000',
  initialStopLoss: '60000',
  trailing: null,
  openTime: SECOND,
  entryRecord: ENTRY,
  entries: [{ amount: '100', held: '0', price: ENTRY.price, record: ENTRY, maker: false }],
  funding: '-0.05',
  currentPrice: EXIT.price,
  pnl: '1.5',
  pnlPercent: '1.5',
};

export const ORDER = {
  id: '13',
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount: '100',
  leverage: 5,
  size: '500',
  kind: 'limit',
  limitPrice: '63000',
  stopPrice: null,
  callback: null,
  activatedAt: null,
  level: '63000',
  takeProfit: null,
  stopLoss: '60000',
  trailing: null,
  expiresAt: null,
  pairedWith: null,
  reduces: null,
  portion: null,
  reserved: '100.25',
  status: 'open',
  createdAt: SECOND,
};

/** A part of {@link POSITION} that is to be sold when the price falls. */
export const REDUCING = {
  ...ORDER,
  id: '15',
  ...{ kind: 'stopMarket', limitPrice: null, stopPrice: '62000', level: '62000', stopLoss: null },
  ...{ amount: '0', size: '0', reserved: '0', reduces: POSITION.id, portion: '0.5' },
};

export const TRADE = {
  id: '14',
  positionId: POSITION.id,
  market: 'main',
  label: MARKET.label,
  symbol: 'BTCUSDT',
  type: 'long',
  entryPrice: ENTRY.price,
  exitPrice: EXIT.price,
  amount: '100',
  leverage: 5,
  size: '500',
  fee: '0.500749',
  funding: '-0.05',
  pnl: '1.499755',
  pnlPercent: '1.5',
  insurance: '0',
  reason: 'user',
  liquidationPrice: POSITION.liquidationPrice,
  takeProfit: '70000',
  stopLoss: '60000',
  initialStopLoss: '60000',
  trailing: null,
  orderId: null,
  openTime: SECOND,
  closeTime: SECOND + 60,
  entryRecord: ENTRY,
  entries: POSITION.entries,
  exitRecord: EXIT,
  bestPrice: '64420',
  worstPrice: '64188.2',
  path: 'ticks',
  seasonEnd: false,
};

export const TRADE_PATHS = {
  market: 'main',
  trade: TRADE.id,
  leverage: TRADE.leverage,
  known: 'ticks',
  bestPrice: TRADE.bestPrice,
  bestMove: '0.3',
  worstPrice: TRADE.worstPrice,
  worstMove: '-0.05',
  outcomes: [
    {
      leverage: 5,
      stop: null,
      ending: 'same',
      price: TRADE.exitPrice,
      time: TRADE.closeTime,
      net: '0.999006',
      netPercent: '0.99',
      liquidationPrice: TRADE.liquidationPrice,
    },
  ],
  split: {
    direction: '0.299951',
    leverage: '1.199804',
    spread: '0',
    insurance: '0',
    fee: '-0.500749',
    net: '0.999006',
  },
  funding: TRADE.funding,
};

export const NOTE = { text: 'Вошёл слишком рано.', tags: ['пробой'], version: 1, changedAt: SECOND + 120 };

export const NOTED_TRADE = { ...TRADE, note: NOTE };
const WAITS_FOR = {
  market: 'main',
  label: MARKET.label,
  kind: 'cross',
  symbol: 'BTCUSDT',
  direction: 'up',
  level: '70000',
  percent: null,
  window: null,
  interval: null,
  position: null,
};

export const ALERT = {
  id: '15',
  ...WAITS_FOR,
  pause: null,
  expiresAt: null,
  createdAt: SECOND,
  rings: 0,
  restsUntil: null,
};

export const RING = {
  id: '16',
  alert: ALERT.id,
  ...WAITS_FOR,
  price: '70000.5',
  at: NOW,
  change: null,
  seen: false,
};

export const FUNDING = {
  id: '15',
  market: 'main',
  symbol: 'BTCUSDT',
  positionId: POSITION.id,
  type: 'long',
  amount: '-0.05',
  waived: '0',
  rate: '0.01',
  record: ENTRY,
  at: SECOND,
};

export const SEASON = {
  market: 'main',
  number: 1,
  startedAt: SECOND,
  endedAt: null,
  startBalance: '1000',
  endBalance: null,
  realisedPnl: '0',
  trades: 0,
  liquidations: 0,
};

export const TRANSACTION = {
  hash: HASH,
  network: 'bsc',
  asset: 'USDT',
  from: OTHER_ADDRESS,
  to: ADDRESS,
  amount: '20',
  fee: '0.3',
  memo: null,
  submittedAt: NOW,
  block: null,
  blockTime: null,
  confirmations: 0,
  confirmationsNeeded: 12,
};

/** A deposit that is under way. */
export const DEPOSIT = {
  id: '21',
  market: 'main',
  type: 'deposit',
  status: 'pending',
  code: 'REQ100021',
  amount: '20',
  currency: 'USDT',
  network: 'bsc',
  address: ADDRESS,
  memo: null,
  txHash: HASH,
  fee: '0',
  confirmations: 3,
  confirmationsNeeded: 12,
  value: null,
  price: null,
  card: null,
  failure: null,
  waitsUntil: null,
  createdAt: NOW,
  settledAt: null,
};

export const WITHDRAWAL = {
  ...DEPOSIT,
  id: '22',
  type: 'withdraw',
  code: 'REQ100022',
  txHash: null,
  fee: '1',
  confirmations: 0,
  value: '20',
};

/** To a card: it ends at once. */
export const PAYOUT = {
  ...WITHDRAWAL,
  status: 'completed',
  network: null,
  address: null,
  fee: '0',
  confirmationsNeeded: 0,
  card: 'approved',
  settledAt: NOW,
};

/** A top-up that waits for its person on the bank's page. */
export const TOP_UP = {
  ...DEPOSIT,
  id: '23',
  type: 'card',
  code: 'REQ100023',
  amount: '5000',
  currency: 'RUB',
  network: null,
  address: null,
  txHash: null,
  confirmations: 0,
  confirmationsNeeded: 0,
  card: 'secure',
  waitsUntil: NOW + 600_000,
};
