import { newPhone, PASSWORD, type Person, type TestServer } from '../support/server.ts';

/** A request that is answered with 200 or with a refusal that has nothing to do with its form. */
export interface ValidRequest {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** In place of a body. */
  bytes?: Buffer;
  header?: Record<string, string>;
  /** Asks instead of the one whose world it is. */
  person?: Person;
}

/** Somebody with something of everything, and an operator's target. */
export interface World {
  person: Person;
  position: string;
  order: string;
  trade: string;
  card: string;
  address: string;
  hash: string;
  phone: string;
}

const SPREAD = { type: 'spread', percent: '1', symbols: null };
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };

/** The id that an answer carries. */
async function made(person: Person, url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await person.post(url, body);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.response.body}`);
  return answer.body;
}

export async function makeWorld(server: TestServer): Promise<World> {
  const person = await server.register();
  server.feed.tick('BTCUSDT', '100');
  const first = await made(person, '/trading/positions', LONG);
  const { body: trade } = await person.delete(`/trading/positions/${String(first['id'])}`);
  const { body: addresses } = await person.get('/payments/deposit-addresses?asset=USDT');
  const [{ address, network }] = addresses['items'] as [{ address: string; network: string }];
  const coins = { asset: 'USDT', network, address, amount: '20', fee: 'fast' };
  const top = await made(person, '/payments/deposit/card', { amountRub: 5000, card: 'secure' });
  return {
    person,
    position: String((await made(person, '/trading/positions', LONG))['id']),
    order: String((await made(person, '/trading/orders', { ...LONG, limitPrice: '90' }))['id']),
    trade: String(trade['id']),
    card: String((top['operation'] as { id: string }).id),
    address,
    hash: String((await made(person, '/wallet/send', coins))['hash']),
    phone: person.phone,
  };
}

const TRAIL = { unit: 'percent', value: '5' };
const LEVELS = { takeProfit: '150', stopLoss: '60', trailing: TRAIL };
const NEVER = 99_999_999_999;
/** A stop limit; it has no callback. */
const STOP_LIMIT = {
  ...{ ...LONG, amount: '1', ...LEVELS, kind: 'stopLimit', stopPrice: '120', limitPrice: '125' },
  ...{ callback: undefined, expiresAt: NEVER },
};

const market = { market: 'main' };
const page = { cursor: '999999', limit: '5' };

/** For every route that takes anything: a request with every field filled in. */
export const VALID: Readonly<
  Record<string, (world: World, server: TestServer) => ValidRequest | Promise<ValidRequest>>
> = {
  'POST /api/auth/register': () => ({
    body: { phone: newPhone(), password: PASSWORD, firstName: 'Анна', lastName: 'Иванова' },
  }),
  'POST /api/auth/guest/register': async (_world, server) => {
    const person = server.stranger();
    await person.post('/auth/guest');
    return { person, body: { phone: newPhone(), password: PASSWORD, firstName: 'Анна', lastName: 'Иванова' } };
  },
  'POST /api/auth/login': ({ phone }) => ({ body: { phone, password: PASSWORD } }),
  'POST /api/auth/password': async (_world, server) => ({
    person: await server.register(),
    body: { currentPassword: PASSWORD, newPassword: 'судак43' },
  }),
  'POST /api/guesses': () => ({
    query: { market: 'main' },
    body: { symbol: 'BTCUSDT', type: 'long', leverage: 2, amount: '10', liquidation: '50', loss: '1' },
  }),
  'GET /api/trading/markets/{id}': () => ({ path: { id: 'main' } }),
  'GET /api/trading/markets/{id}/keys': () => ({ path: { id: 'main' }, query: { day: '2026-11-19' } }),
  'POST /api/trading/markets/{id}/enter': () => ({ path: { id: 'main' } }),
  'GET /api/log/{market}/checkpoint': () => ({ path: market }),
  'GET /api/log/{market}/tile/{*}': () => ({ path: { ...market, '*': '0/000.p/1' } }),
  'GET /api/trading/pairs': () => ({ query: market }),
  'GET /api/trading/courses': () => ({ query: market }),
  'GET /api/trading/candles': () => ({
    query: { ...market, symbol: 'BTCUSDT', interval: '1m', limit: '5', before: '99999999999' },
  }),
  'GET /api/trading/moves': () => ({ query: { ...market, symbol: 'BTCUSDT' } }),
  'POST /api/replays/sessions': () => ({
    body: { dataset: 'trend', symbols: ['BTCUSDT'], startAt: 60, speed: 60, masked: false },
  }),
  'POST /api/replays/sessions/{id}/control': () => ({
    path: { id: 'session-1' },
    body: { action: 'step', interval: '1m', playhead: 0 },
  }),
  'POST /api/lessons/{lesson}/start': () => ({
    path: { lesson: 'costs' },
    body: { instead: 'session-0123456789abcdef' },
  }),
  'POST /api/lessons/{lesson}/check': () => ({ path: { lesson: 'costs' }, body: { answer: 1 } }),
  'POST /api/admin/datasets': () => ({
    query: { name: 'LINKUSDT-1m-2026-02.csv' },
    bytes: Buffer.from('no recording\n'),
  }),
  'POST /api/admin/replays': () => ({
    body: { dataset: 'trend', symbols: ['BTCUSDT'], from: 60, startAt: 60, speed: 60 },
  }),
  'GET /api/classes/{code}/drills': () => ({ path: { code: 'ABCDEFGH' } }),
  'GET /api/drills/{id}': () => ({ path: { id: 'drill-1' } }),
  'GET /api/drills/{id}/debrief': () => ({ path: { id: 'drill-1' } }),
  'GET /api/admin/drills': () => ({ query: { class: 'ABCDEFGH' } }),
  'POST /api/admin/drills': () => ({
    body: {
      ...{ class: 'ABCDEFGH', dataset: 'trend', symbols: ['BTCUSDT'], from: 60, minutes: 60 },
      ...{ speed: 60, masked: false },
    },
  }),
  'POST /api/admin/drills/{id}': () => ({
    path: { id: 'drill-1' },
    body: { action: 'start', seconds: 5, version: 1 },
  }),
  'PUT /api/account/persona': () => ({ body: { animal: 'fox', colour: 'blue', listed: true } }),
  'GET /api/results': () => ({
    query: { ...market, season: '1', from: '0', to: '99999999999', zone: 'Europe/Moscow', offset: '180' },
  }),
  'GET /api/leaderboard': () => ({ query: { ...market, season: 'current' } }),
  'GET /api/trading/balance': () => ({ query: market }),
  'GET /api/trading/positions': () => ({ query: market }),
  'POST /api/trading/positions': () => ({
    query: market,
    body: { ...LONG, amount: '1', ...LEVELS },
  }),
  'PUT /api/trading/positions/{id}': ({ position }) => ({
    ...{ path: { id: position }, query: market },
    body: LEVELS,
  }),
  'DELETE /api/trading/positions/{id}': ({ position }) => ({
    path: { id: position },
    query: { ...market, portion: '0.0001' },
  }),
  'POST /api/trading/positions/{id}/add': ({ position }) => ({
    ...{ path: { id: position }, query: market },
    body: { amount: '1' },
  }),
  'POST /api/trading/positions/{id}/reverse': () => ({ path: { id: '999999' }, query: market }),
  'POST /api/trading/positions/close-all': () => ({ query: market, body: { symbol: 'ETHUSDT' } }),
  'POST /api/trading/orders/cancel-all': () => ({ query: market, body: { symbol: 'ETHUSDT' } }),
  'GET /api/trading/funding': () => ({ query: { ...market, ...page } }),
  'GET /api/trading/orders': () => ({ query: market }),
  'POST /api/trading/orders': () => ({
    query: market,
    body: STOP_LIMIT,
  }),
  'POST /api/trading/orders/oco': () => ({ query: market, body: { first: STOP_LIMIT, second: STOP_LIMIT } }),
  'POST /api/trading/positions/{id}/orders': ({ position }) => ({
    ...{ path: { id: position }, query: market },
    body: {
      ...{ kind: 'trailingStop', portion: '0.5', callback: TRAIL, expiresAt: NEVER },
      ...{ limitPrice: undefined, stopPrice: undefined },
    },
  }),
  'PUT /api/trading/orders/{id}': ({ order }) => ({
    ...{ path: { id: order }, query: market },
    body: {
      ...{ amount: '2', limitPrice: '91', takeProfit: '150', stopLoss: '60', expiresAt: NEVER },
      ...{ stopPrice: undefined, callback: undefined },
    },
  }),
  'DELETE /api/trading/orders/{id}': ({ order }) => ({ path: { id: order }, query: market }),
  'POST /api/trading/alerts': () => ({
    query: market,
    body: {
      ...{ kind: 'close', symbol: 'BTCUSDT', interval: '1m', level: '150', direction: 'up' },
      ...{ pause: 60, expiresAt: 9_999_999_999 },
    },
  }),
  'DELETE /api/trading/alerts/{id}': () => ({ path: { id: '999999' } }),
  'GET /api/trading/alerts/history': () => ({ query: page }),
  'POST /api/trading/alerts/seen': () => ({ body: { upTo: '1' } }),
  'GET /api/trading/seasons': () => ({ query: market }),
  'POST /api/trading/seasons': () => ({ query: market }),
  'GET /api/trading/trades': () => ({
    query: {
      ...market,
      ...page,
      symbol: 'BTCUSDT',
      type: 'long',
      reason: 'user',
      season: '1',
      noted: 'true',
      tag: '1',
    },
  }),
  'PUT /api/trading/trades/{id}/note': async ({ person, trade }) => {
    const { body } = await person.get(`/trading/trades/${trade}`);
    const version = (body['note'] as { version: number } | null)?.version ?? 0;
    return { path: { id: trade }, query: market, body: { text: 'рано', tags: ['пробой'], version } };
  },
  'GET /api/trading/trades/{id}': ({ trade }) => ({ path: { id: trade }, query: market }),
  'GET /api/trading/trades/{id}/paths': ({ trade }) => ({ path: { id: trade }, query: market }),
  'GET /api/trading/trades/{id}/proof': ({ trade }) => ({ path: { id: trade }, query: market }),
  'POST /api/wallet/send': ({ address }) => ({
    body: { asset: 'USDT', network: 'bsc', address, amount: '10', fee: 'fast', memo: null },
  }),
  'GET /api/wallet/transactions': () => ({ query: page }),
  'GET /api/network/search': ({ hash }) => ({ query: { q: hash } }),
  'GET /api/network/transactions/{hash}': ({ hash }) => ({ path: { hash } }),
  'GET /api/network/addresses/{address}': ({ address }) => ({ path: { address }, query: page }),
  'GET /api/network/blocks/{network}/{height}': () => ({ path: { network: 'bsc', height: '1' } }),
  'GET /api/payments/deposit-addresses': () => ({ query: { asset: 'USDT' } }),
  'POST /api/payments/deposit/hash': ({ hash }) => ({
    body: { currency: 'USDT', network: 'bsc', amount: '20', txHash: hash },
  }),
  'POST /api/payments/deposit/card': () => ({ body: { amountRub: 5000, card: 'declined' } }),
  'GET /api/payments/deposit/card/{id}': ({ card }) => ({ path: { id: card } }),
  'POST /api/payments/deposit/card/{id}/confirm': ({ card }) => ({ path: { id: card }, body: { code: '0000' } }),
  'POST /api/payments/deposit/card/{id}/cancel': ({ card }) => ({ path: { id: card } }),
  'POST /api/payments/withdraw/crypto': ({ address }) => ({
    body: { currency: 'USDT', amount: '10', network: 'bsc', address, memo: null },
  }),
  'POST /api/payments/withdraw/card': () => ({ body: { amount: '10', card: 'approved' } }),
  'GET /api/payments/transactions': () => ({ query: { ...page, type: 'deposit', status: 'pending' } }),
  'GET /api/payments/transactions/{id}': ({ card }) => ({ path: { id: card } }),
  'GET /api/account/log': () => ({ query: page }),
  'POST /api/admin/step-up': () => ({ body: { secret: 'not the secret' } }),
  'GET /api/admin/user': ({ phone }) => ({ query: { phone } }),
  'POST /api/admin/balance/adjust': ({ phone }) => ({
    body: { phone, market: 'main', amount: '1', reason: 'prize' },
  }),
  'POST /api/admin/user/block': ({ phone }) => ({ body: { phone, blocked: false, reason: 'ownRequest' } }),
  'POST /api/admin/user/sign-out': ({ phone }) => ({ body: { phone } }),
  'GET /api/admin/transfers': () => ({ query: { ...page, status: 'pending' } }),
  'GET /api/admin/request-ref/{code}': () => ({ path: { code: 'REQ100000' } }),
  'POST /api/admin/scenarios/preview': () => ({
    body: { recipe: { base: 'main', stages: [SPREAD] }, symbol: 'BTCUSDT' },
  }),
  'POST /api/admin/scenarios': () => ({
    body: {
      ...{ recipe: { base: 'main', stages: [SPREAD] }, startAt: 60, endAt: 120, blind: false },
      costs: { takerFeePercent: '0.1', makerFeePercent: '0.02', funding: { intervalHours: 8, capPercent: '0.75' } },
    },
  }),
  'GET /api/classes/{code}': () => ({ path: { code: 'AAAA2222' } }),
  'POST /api/classes/{code}/join': () => ({ path: { code: 'AAAA2222' } }),
  'POST /api/classes/{code}/leave': () => ({ path: { code: 'AAAA2222' } }),
  'GET /api/classes/{code}/members': () => ({ path: { code: 'AAAA2222' } }),
  'POST /api/admin/classes': () => ({
    body: {
      source: { kind: 'scenario', recipe: { base: 'main', stages: [SPREAD] }, blind: false },
      startBalance: '500',
      rules: {
        ...{ maxLeverage: 5, maxSharePercent: '25', maxDayLossPercent: '5', maxLossPercent: '10' },
        ...{ targetPercent: '8', days: 14, calibration: true },
      },
    },
  }),
  'GET /api/admin/classes/{id}': () => ({ path: { id: '999999' } }),
  'POST /api/admin/classes/{id}/end': () => ({ path: { id: '999999' } }),
  'POST /api/admin/markets/{id}/end': () => ({ path: { id: 'main' } }),
  'GET /api/admin/audit': ({ phone }) => ({ query: { ...page, action: 'userViewed', operator: phone, target: phone } }),
};
