import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, type Fate } from './fake-server.ts';
import { IntentStore } from './intent-store.ts';
import type { Ask } from './intent.ts';
import { Intents } from './intents.ts';
import { sendIntent } from './send-intent.ts';

const OPEN_TEXT = 'Ответа пока нет. Повторите: второй заявки не будет.';
const EARLIER_TEXT = 'Сначала нужно узнать, что стало с прошлой заявкой: она названа вверху страницы.';
const UNAVAILABLE = JSON.stringify({ error: 'Сервис временно недоступен', code: 'unavailable' });
const MINUTE = 60_000;

const order = (amount: string): Ask => ({
  kind: 'open',
  method: 'POST',
  path: '/trading/positions',
  query: { market: 'main', portion: undefined },
  body: { symbol: 'BTCUSDT', type: 'long', amount, leverage: 5 },
});

let server = new FakeServer();
let user = '1';
let random = 0.999_999;

interface Page {
  intents: Intents;
  /** How intents ended that no form waited for. */
  told: string[];
  /** Nothing of the page goes on: it was reloaded or closed. */
  leave: () => void;
}

/** A page in a tab; one that is opened in a tab after another has left is its reload. */
function openPage(tab = 'a'): Page {
  let isLeft = false;
  const told: string[] = [];
  const intents = new Intents({
    store: new IntentStore(),
    send: (intent, timeoutMs) => (isLeft ? new Promise(() => undefined) : sendIntent(intent, timeoutMs)),
    userId: () => user,
    tab,
    newKey: (msecs) => v7({ msecs }),
    now: () => Date.now(),
    random: () => random,
  });
  intents.onEnd((_, ending) => told.push(ending.name === 'answered' ? 'answered' : ending.error.message));
  intents.resume('account');
  return {
    intents,
    told,
    leave: () => {
      isLeft = true;
    },
  };
}

/** What a form sees of an ask: the answer, or the text of the refusal. */
function press({ intents }: Page, ask: Ask): { said: () => unknown } {
  let said: unknown = null;
  intents.carryOut(ask).then(
    (answer) => (said = answer),
    (error: Error) => (said = error.message),
  );
  return { said: () => said };
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const keys = (): string[] => server.sent.map(({ key }) => key);
const phases = ({ intents }: Page): string[] => intents.unsettled().map(({ phase }) => phase);
const storedKeys = (): string[] => new IntentStore().all().map(({ key }) => key);
/** Tabs are told by the browser that another one has changed the storage. */
const tellTabs = (): boolean => window.dispatchEvent(new StorageEvent('storage', { key: null }));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') });
  localStorage.clear();
  server = new FakeServer();
  user = '1';
  random = 0.999_999;
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('one press', () => {
  it('L6 is a UUIDv7 of the time at which it was asked, and nothing is kept of it once it is answered', async () => {
    const page = openPage();
    const { said } = press(page, order('100'));
    expect(storedKeys()).toEqual(keys());
    await pass(0);
    expect(said()).toEqual({ id: '1' });
    const [key = ''] = keys();
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(key.replace('-', '').slice(0, 12), 16)).toBe(Date.now());
    expect(storedKeys()).toEqual([]);
    expect(page.told).toEqual([]);
  });

  it('L6 twice at once is one intent, twice in turn are two', async () => {
    const page = openPage();
    const [first, second] = [press(page, order('100')), press(page, order('100'))];
    await pass(0);
    expect(first.said()).toEqual(second.said());
    expect(server.orders).toHaveLength(1);
    press(page, order('100'));
    await pass(0);
    expect(server.orders).toHaveLength(2);
    expect(new Set(keys()).size).toBe(2);
  });

  const uncertain: [string, Fate][] = [
    ['the answer got lost', 'lost'],
    ['it never arrived', 'unreached'],
    ['no answer came in time', 'silent'],
    ['a proxy said 502', { status: 502 }],
    ['the server said unavailable', { status: 503, body: UNAVAILABLE }],
    ['a proxy said 504', { status: 504 }],
    ['the server failed', { status: 500, body: JSON.stringify({ error: 'Ошибка', code: 'internal' }) }],
    ['a page came in place of the answer', { status: 200 }],
    ['a page came in place of a refusal', { status: 404 }],
  ];
  it.each(uncertain)('L6 L7 asks again with the same key and body when %s', async (_, fate) => {
    server.fates = [fate, 'answered'];
    const page = openPage();
    const { said } = press(page, order('100'));
    await pass(fate === 'silent' ? 8_000 : 0);
    expect(said()).toBeNull();
    expect(phases(page)).toEqual(['checking']);
    await pass(500);
    expect(said()).toEqual({ id: '1' });
    expect(server.orders).toHaveLength(1);
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(server.sent.map(({ body }) => body)).size).toBe(1);
    expect(phases(page)).toEqual([]);
  });

  it('waits longer each time, spread, and 30 s in all; then says that the outcome is not known', async () => {
    server.fates = ['unreached'];
    const page = openPage();
    const { said } = press(page, order('100'));
    await pass(29_000);
    expect(said()).toBeNull();
    const [first = 0, ...rest] = server.sent.map(({ at }) => at);
    expect(rest.map((at) => at - first)).toEqual([500, 1_500, 3_500, 7_500, 15_500, 23_500]);
    await pass(1_000);
    expect(said()).toBe(OPEN_TEXT);
    expect(phases(page)).toEqual(['unknown']);
    random = 0;
    const before = server.sent.length;
    press(page, order('100'));
    await pass(1_000);
    const spread = server.sent.slice(before).map(({ at }) => at);
    expect((spread[1] ?? 0) - (spread[0] ?? 0)).toBe(250);
  });

  it('waits as long as the server asks it to', async () => {
    server.fates = [{ status: 503, body: UNAVAILABLE, headers: { 'retry-after': '6' } }, 'answered'];
    const { said } = press(openPage(), order('100'));
    await pass(5_999);
    expect(server.sent).toHaveLength(1);
    await pass(1);
    expect(said()).toEqual({ id: '1' });
  });

  it('L6 by hand goes on with the key of the one whose outcome is not known', async () => {
    server.fates = ['lost', 'unreached'];
    const page = openPage();
    press(page, order('100'));
    await pass(31_000);
    server.fates = ['answered'];
    const { said } = press(page, order('100'));
    await pass(0);
    expect(said()).toEqual({ id: '1' });
    expect(server.orders).toHaveLength(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it('is not sent by a device that slept while it waited', async () => {
    server.fates = ['unreached', 'answered'];
    const page = openPage();
    const { said } = press(page, order('100'));
    await pass(400);
    vi.setSystemTime(Date.now() + 120 * MINUTE);
    await pass(100);
    expect(server.sent).toHaveLength(1);
    expect(said()).toBe(OPEN_TEXT);
    page.intents.resume('account');
    await pass(MINUTE);
    expect(server.orders).toEqual([]);
  });

  it('ends after a bounded number of attempts even if the clock is set back for ever', async () => {
    server.fates = ['unreached'];
    const { said } = press(openPage(), order('100'));
    for (let n = 0; n < 100; n += 1) {
      await pass(15_000);
      vi.setSystemTime(Date.now() - 20_000);
    }
    expect(said()).toBe(OPEN_TEXT);
    expect(server.sent.length).toBeLessThanOrEqual(12);
  });
});

describe('a refusal', () => {
  const refuse = (code: string, status: number): Fate => ({
    status,
    body: JSON.stringify({ error: `Отказ ${code}`, code }),
  });

  it.each([
    ['insufficient_funds', 409],
    ['invalid_amount', 400],
    ['too_many_commands', 429],
    ['unauthorized', 401],
    ['blocked', 403],
    ['market_halted', 503],
  ])('%s is an outcome when nothing was in doubt; the next press is another intent', async (code, status) => {
    server.fates = [refuse(code, status), 'answered'];
    const page = openPage();
    const first = press(page, order('100'));
    await pass(0);
    expect(first.said()).toBe(`Отказ ${code}`);
    expect(storedKeys()).toEqual([]);
    press(page, order('100'));
    await pass(0);
    expect(new Set(keys()).size).toBe(2);
    expect(server.orders).toHaveLength(1);
  });

  it.each([
    ['too_many_commands', 429],
    ['market_halted', 503],
  ])('L6 %s says nothing about an attempt before it: the app asks on', async (code, status) => {
    server.fates = ['lost', refuse(code, status), 'answered'];
    const { said } = press(openPage(), order('100'));
    await pass(10_000);
    expect(said()).toEqual({ id: '1' });
    expect(server.orders).toHaveLength(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it.each([
    ['unauthorized', 401],
    ['blocked', 403],
  ])('L6 %s after a lost answer leaves the outcome unknown, and the key is kept', async (code, status) => {
    server.fates = ['lost', refuse(code, status)];
    const page = openPage();
    const { said } = press(page, order('100'));
    await pass(10_000);
    expect(said()).toBe(OPEN_TEXT);
    expect(server.sent).toHaveLength(2);
    server.fates = ['answered'];
    const again = press(page, order('100'));
    await pass(0);
    expect(again.said()).toEqual({ id: '1' });
    expect(server.orders).toHaveLength(1);
  });

  it('L6 is the outcome of an attempt whose answer got lost as well', async () => {
    server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    server.fates = ['lost', 'answered'];
    const { said } = press(openPage(), order('100'));
    await pass(1_000);
    expect(said()).toBe('Недостаточно средств');
    expect(storedKeys()).toEqual([]);
  });
});

describe('another request of the same line', () => {
  it('is not sent while the outcome of an earlier one is unknown; that is found out and told first', async () => {
    server.fates = ['lost', 'unreached'];
    const page = openPage();
    press(page, order('100'));
    await pass(31_000);
    server.fates = ['answered'];
    const other = press(page, order('50'));
    await pass(0);
    expect(other.said()).toBe(EARLIER_TEXT);
    expect(page.told).toEqual(['answered']);
    expect(server.orders).toHaveLength(1);
    const again = press(page, order('50'));
    await pass(0);
    expect(again.said()).toEqual({ id: '2' });
    expect(new Set(keys()).size).toBe(2);
  });

  it('waits for the person when the earlier one is no longer fresh', async () => {
    server.fates = ['unreached'];
    const page = openPage();
    press(page, order('100'));
    await pass(2 * MINUTE);
    server.fates = ['answered'];
    const other = press(page, order('50'));
    await pass(MINUTE);
    expect(other.said()).toBe(EARLIER_TEXT);
    expect(server.orders).toEqual([]);
    page.intents.unsettled().forEach(({ intent }) => page.intents.forget(intent));
    press(page, order('50'));
    await pass(0);
    expect(server.orders).toHaveLength(1);
    expect(server.orders[0]).toContain('"50"');
  });

  it('of another position does not wait', async () => {
    server.fates = ['unreached'];
    const page = openPage();
    const close = (id: string): Ask => ({
      kind: 'close',
      subject: id,
      about: 'BTCUSDT',
      method: 'DELETE',
      path: `/trading/positions/${id}`,
    });
    press(page, close('1'));
    await pass(31_000);
    server.fates = ['answered'];
    const other = press(page, close('2'));
    await pass(0);
    expect(other.said()).toEqual({ id: '1' });
    expect(phases(page)).toEqual(['unknown']);
  });
});

describe('a reload of the page', () => {
  it.each<Fate>(['lost', 'unreached', 'silent'])(
    'L6 L7 has a fresh intent (%s) settled with its key, and told',
    async (fate) => {
      server.fates = [fate];
      const before = openPage();
      press(before, order('100'));
      await pass(200);
      before.leave();
      server.fates = ['answered'];
      const after = openPage();
      expect(phases(after)).toEqual(['checking']);
      await pass(10_000);
      expect(after.told).toEqual(['answered']);
      expect(server.orders).toHaveLength(1);
      expect(new Set(keys()).size).toBe(1);
      expect(storedKeys()).toEqual([]);
    },
  );

  it('is joined by the same press: the form says the outcome, and nobody else', async () => {
    server.fates = ['lost'];
    const before = openPage();
    press(before, order('100'));
    before.leave();
    server.fates = ['unreached', 'answered'];
    const after = openPage();
    const { said } = press(after, order('100'));
    await pass(1_000);
    expect(said()).toEqual({ id: '1' });
    expect(after.told).toEqual([]);
    expect(server.orders).toHaveLength(1);
  });

  it('sends nothing by itself that was asked for more than a minute ago', async () => {
    server.fates = ['unreached'];
    const before = openPage();
    press(before, order('100'));
    before.leave();
    await pass(MINUTE + 1);
    server.fates = ['answered'];
    const after = openPage();
    await pass(10 * MINUTE);
    expect(phases(after)).toEqual(['unknown']);
    expect(server.sent).toHaveLength(1);
    after.intents.unsettled().forEach(({ intent }) => after.intents.check(intent));
    await pass(0);
    expect(after.told).toEqual(['answered']);
    expect(server.orders).toHaveLength(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it('stops asking by itself when the minute is over', async () => {
    server.fates = ['unreached'];
    const before = openPage();
    press(before, order('100'));
    before.leave();
    await pass(50_000);
    const after = openPage();
    await pass(MINUTE);
    expect(Math.max(...server.sent.map(({ at }) => at)) - (server.sent[0]?.at ?? 0)).toBeLessThanOrEqual(MINUTE);
    expect(phases(after)).toEqual(['unknown']);
  });

  it('L6 the same press long afterwards is the same intent, and when it was asked is told', async () => {
    server.fates = ['lost'];
    const before = openPage();
    press(before, order('100'));
    before.leave();
    await pass(60 * MINUTE);
    server.fates = ['answered'];
    const after = openPage();
    const { said } = press(after, order('100'));
    await pass(0);
    expect(said()).toEqual({ id: '1' });
    expect(after.told).toEqual(['answered']);
    expect(server.orders).toHaveLength(1);
  });

  it('keeps nothing that the server would not take any more', async () => {
    server.fates = ['unreached'];
    const before = openPage();
    press(before, order('100'));
    before.leave();
    await pass(7 * 24 * 60 * MINUTE + 1);
    expect(phases(openPage())).toEqual([]);
    expect(storedKeys()).toEqual([]);
  });
});

describe('whose it is', () => {
  it('S1 another user of the browser neither sees nor sends it, and it goes with its owner', async () => {
    server.fates = ['unreached'];
    const before = openPage();
    press(before, order('100'));
    before.leave();
    const sent = server.sent.length;
    user = '2';
    const other = openPage();
    await pass(MINUTE);
    other.intents.forgetAll(user);
    expect(phases(other)).toEqual([]);
    expect(server.sent).toHaveLength(sent);
    user = '1';
    const back = openPage();
    expect(phases(back)).toEqual(['unknown']);
    back.intents.forgetAll(user);
    expect(storedKeys()).toEqual([]);
  });

  it('S1 who signs out while it is asked for is not asked for any more', async () => {
    server.fates = ['unreached', 'answered'];
    const page = openPage();
    press(page, order('100'));
    await pass(100);
    page.intents.forgetAll(user);
    await pass(MINUTE);
    expect(server.sent).toHaveLength(1);
    expect(server.orders).toEqual([]);
  });

  it('takes nothing from the storage that is no intent', () => {
    localStorage.setItem('plecho:intent:x', '{"key":"x","userId":"1","kind":"steal","method":"POST","path":"/x"}');
    localStorage.setItem('plecho:intent:y', 'not JSON');
    localStorage.setItem('plecho:intent:z', 'null');
    expect(phases(openPage())).toEqual([]);
  });

  it('L6 does without a storage as long as the page lives', async () => {
    vi.stubGlobal('localStorage', null);
    server.fates = ['lost', 'unreached'];
    const page = openPage();
    press(page, order('100'));
    await pass(31_000);
    expect(phases(page)).toEqual(['unknown']);
    server.fates = ['answered'];
    press(page, order('100'));
    await pass(0);
    expect(server.orders).toHaveLength(1);
    expect(phases(page)).toEqual([]);
  });
});

describe('two tabs', () => {
  it('L6 a tab leaves to another one what that one is asking about, and sends nothing beside it', async () => {
    server.fates = ['lost', 'unreached'];
    const first = openPage('a');
    press(first, order('100'));
    await pass(100);
    const second = openPage('b');
    expect(phases(second)).toEqual(['checking']);
    const sent = server.sent.length;
    const beside = [press(second, order('100')), press(second, order('50'))];
    await pass(0);
    expect(beside.map(({ said }) => said())).toEqual([EARLIER_TEXT, EARLIER_TEXT]);
    expect(server.sent).toHaveLength(sent);
    server.fates = ['answered'];
    await pass(30_000);
    tellTabs();
    expect([first.told, second.told]).toEqual([[], []]);
    expect(phases(second)).toEqual([]);
    expect(server.orders).toHaveLength(1);
  });

  it('L6 the same order is not sent beside one that another tab has just sent, nor any when that tab is silent', async () => {
    server.fates = ['silent'];
    const first = openPage('a');
    press(first, order('100'));
    first.leave();
    const second = openPage('b');
    server.fates = ['answered'];
    const same = press(second, order('100'));
    const other = press(second, order('50'));
    await pass(0);
    expect([same.said(), other.said()]).toEqual([EARLIER_TEXT, { id: '2' }]);
    await pass(8_001);
    const later = press(second, order('25'));
    await pass(0);
    expect(later.said()).toBe(EARLIER_TEXT);
    expect(server.orders).toHaveLength(2);
  });

  it('a tab that is gone leaves its intents to the others after a minute, for the person to decide', async () => {
    server.fates = ['lost'];
    const first = openPage('a');
    press(first, order('100'));
    await pass(100);
    first.leave();
    const second = openPage('b');
    await pass(30_000);
    expect(phases(second)).toEqual(['checking']);
    await pass(31_000);
    expect(phases(second)).toEqual(['unknown']);
    expect(server.sent).toHaveLength(1);
  });

  it('L6 both asked to check: one effect, told once', async () => {
    server.fates = ['lost', 'unreached'];
    const tabs = [openPage('a'), openPage('b')];
    for (const tab of tabs.slice(0, 1)) press(tab, order('100'));
    await pass(2 * MINUTE);
    tellTabs();
    server.fates = ['answered'];
    for (const { intents } of tabs) intents.unsettled().forEach(({ intent }) => intents.check(intent));
    await pass(0);
    expect(server.orders).toHaveLength(1);
    expect(tabs.flatMap(({ told }) => told)).toEqual(['answered']);
  });

  it('L6 what was given up in one tab is not sent by the other, which does not call repeating safe', async () => {
    server.fates = ['unreached', 'answered'];
    const first = openPage('a');
    const { said } = press(first, order('100'));
    await pass(100);
    storedKeys().forEach((key) => new IntentStore().remove(key));
    await pass(MINUTE);
    expect(server.orders).toEqual([]);
    expect(said()).toBe('С этой заявкой разобрались в другой вкладке. Посмотрите, что вышло, прежде чем повторять.');
  });
});
