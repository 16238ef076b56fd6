import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/wiring/limits.ts';
import { useDatabase } from '../harness/database.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../support/operator.ts';
import { newPhone, PASSWORD, useServer, type Person } from '../support/server.ts';
import { bodyForms, describedRoutes, isText, requestFields, type Described, type RequestField } from './api-fields.ts';
import { CANARIES, canariesIn, isCardNumber } from './canaries.ts';
import { ask, placesOfCanaries, readEverything } from './reading.ts';
import { makeWorld, VALID, type ValidRequest, type World } from './valid-requests.ts';

/** Nobody is slowed here: what is posted has to reach the code that it is meant for. */
const ALL = 1_000_000;
const throttle = {
  ...DEFAULT_LIMITS.throttle,
  phone: { ...DEFAULT_LIMITS.throttle.phone, free: ALL },
  address: { ...DEFAULT_LIMITS.throttle.address, free: ALL },
  registrationsPerAddress: ALL,
  secretsPerOperator: ALL,
  secretsInAll: ALL,
};
/** As many as may be hashed at once. */
const AT_ONCE = 4;
const database = useDatabase();
const server = useServer(database, {
  limits: { throttle },
});

/** Fields of which anything is taken, as it is kept only as an argon2id hash. */
const HASHED = new Set([
  'POST /api/auth/register body password',
  'POST /api/auth/guest/register body password',
  'POST /api/auth/password body newPassword',
]);

/** The one free text there is: a person's own note, which nobody else can read (rule S13; `s13-notes` proves it). */
const NOTE = 'PUT /api/trading/trades/{id}/note body text';
const NOTES = ['trade_notes.text'];

let routes: Described[];
let operator: Operator;

beforeAll(async () => {
  routes = await describedRoutes();
  await setOperatorSecret(database);
  server.feed.tick('BTCUSDT', '100');
  operator = await steppedUpOperator(database, server);
});

const personFor = ({ path }: Described, world: World): Person =>
  path.startsWith('/api/admin/') ? operator : world.person;

function withText({ place, name }: RequestField, request: ValidRequest, text: string): ValidRequest {
  return { ...request, [place]: filledIn(request[place] ?? {}, name.split('.'), text) };
}

function filledIn(object: object, [name = '', ...inner]: readonly string[], text: string): object {
  const held = (object as Record<string, unknown>)[name];
  const value =
    inner.length === 0 ? text : filledIn(typeof held === 'object' && held !== null ? held : {}, inner, text);
  return { ...object, [name]: value };
}

describe('the canaries', () => {
  it('are what they look like', () => {
    const cards = Object.entries(CANARIES).filter(([name]) =>
      /^(Visa|Mastercard|American|Мир|Union|Maestro)/.test(name),
    );
    expect(cards).toHaveLength(10);
    expect(cards.filter(([, text]) => !isCardNumber(text))).toEqual([]);
    expect(canariesIn('to: "4111-1111 1111.1111"')).toEqual(['Visa']);
    expect(canariesIn('1000000')).toEqual([]);
  });
});

describe('C1 real addresses, cards, accounts, keys and links', () => {
  it('have a request to be posted in for every route that takes anything', async () => {
    const world = await makeWorld(server);
    const taking = [...new Set(requestFields(routes).map(({ route }) => route.name))];
    expect(taking.filter((name) => !Object.hasOwn(VALID, name))).toEqual([]);
    expect(Object.keys(VALID).filter((name) => !taking.includes(name))).toEqual([]);
    for (const route of routes) {
      const request = await VALID[route.name]?.(world, server);
      if (request === undefined) continue;
      const parameters = requestFields([route]).filter(({ place }) => place === 'path' || place === 'query');
      const filled = Object.keys({ ...request.path, ...request.query }).sort();
      expect(filled, route.name).toEqual(parameters.map(({ name }) => name).sort());
      const forms = bodyForms(route).map((form) => Object.keys(form).sort());
      expect(forms, route.name).toContainEqual(Object.keys(request.body ?? {}).sort());
    }
  });

  it('posted into every text field of every route are refused, or kept nowhere', { timeout: 300_000 }, async () => {
    const accepted = new Set<string>();
    const wrong: string[] = [];
    let posted = 0;
    for (const route of routes) {
      const fields = requestFields([route]).filter(({ schema }) => isText(schema));
      if (fields.length === 0) continue;
      const world = await makeWorld(server);
      for (const field of fields) {
        server.feed.tick('BTCUSDT', '100');
        const name = `${route.name} ${field.place} ${field.name}`;
        const post = async (canary: string, text: string): Promise<void> => {
          const request = (await VALID[route.name]?.(world, server)) ?? {};
          const person = request.person ?? personFor(route, world);
          const { status, response } = await ask(route, withText(field, request, text), person);
          posted += 1;
          if (status >= 500) wrong.push(`${name}: ${canary} is answered with ${status}`);
          if (name !== NOTE && canariesIn(response.body).length > 0) wrong.push(`${name}: ${canary} is answered`);
          if (status === 200 && route.method !== 'GET') accepted.add(name);
        };
        const canaries = Object.entries(CANARIES);
        for (let n = 0; n < canaries.length; n += AT_ONCE) {
          await Promise.all(canaries.slice(n, n + AT_ONCE).map(([canary, text]) => post(canary, text)));
        }
      }
    }
    expect(posted).toBeGreaterThan(2_000);
    expect(wrong).toEqual([]);
    expect([...accepted].filter((name) => !HASHED.has(name))).toEqual([NOTE]);
    expect(Object.keys(await placesOfCanaries(database))).toEqual(NOTES);
  });

  it('instead of numbers and yes or no are refused', async () => {
    const world = await makeWorld(server);
    for (const field of requestFields(routes).filter(({ schema }) => !isText(schema))) {
      for (const text of Object.values(CANARIES)) {
        const request = (await VALID[field.route.name]?.(world, server)) ?? {};
        const { status } = await ask(field.route, withText(field, request, text), personFor(field.route, world));
        expect(status, `${field.route.name} ${field.name}`).toBe(400);
      }
    }
    expect(Object.keys(await placesOfCanaries(database))).toEqual(NOTES);
  });

  it('in fields that there are not are refused', async () => {
    const world = await makeWorld(server);
    const extra = { card: CANARIES['Visa'], comment: CANARIES['t.me'], walletAddress: CANARIES['Ethereum'] };
    for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const request = (await VALID[route.name]?.(world, server)) ?? {};
      if (request.body === undefined) continue;
      const { status, body } = await ask(
        route,
        {
          ...request,
          body: { ...request.body, ...extra, ...('card' in request.body ? { card: CANARIES['Visa'] } : {}) },
        },
        request.person ?? personFor(route, world),
      );
      expect([status, body['code']], route.name).toEqual([400, 'invalid_request']);
    }
    expect(Object.keys(await placesOfCanaries(database))).toEqual(NOTES);
  });

  it('in headers reach nobody else', async () => {
    const agent = Object.values(CANARIES)
      .filter((text) => /^[ -~]*$/.test(text))
      .join(' ');
    const phone = newPhone();
    const person = server.stranger();
    await person.post(
      '/auth/register',
      { phone, password: PASSWORD },
      { headers: { 'user-agent': agent.slice(0, 290) } },
    );
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
    const key = (text: string): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': text } });
    expect((await person.post('/trading/positions', order, key(CANARIES['Ethereum']!))).status).toBe(400);
    const top = { amountRub: 5000, card: 'approved' };
    expect((await person.post('/payments/deposit/card', top, key(CANARIES['Visa']!))).status).toBe(400);
    const adjustment = { phone, amount: '1', reason: 'prize' };
    expect((await operator.post('/admin/balance/adjust', adjustment, key(CANARIES['Tron']!))).status).toBe(400);
    expect(Object.keys(await placesOfCanaries(database)).sort()).toEqual(['sessions.user_agent', ...NOTES]);

    const world = await makeWorld(server);
    const isAdmin = ({ path }: Described): boolean => path.startsWith('/api/admin/');
    const others = [
      await readEverything(server, world.person, world, (route) => !isAdmin(route)),
      await readEverything(server, operator, { ...world, phone }),
    ];
    expect(others.map((text) => canariesIn(text))).toEqual([[], []]);
    expect(others[1]).toContain(phone);
    expect(canariesIn((await person.get('/auth/sessions')).response.body).length).toBeGreaterThan(0);
  });
});
