import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Browser,
  EARLIER_TEXT,
  MINUTE,
  OPEN_TEXT,
  order,
  pass,
  phases,
  press,
  storedKeys,
  type Page,
} from './fake-browser.ts';
import type { Said } from './intents.ts';
import type { Fate } from './fake-server.ts';
import type { Ask } from './intent.ts';

const UNAVAILABLE = JSON.stringify({ error: 'Сервис временно недоступен', code: 'unavailable' });

let browser: Browser;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') });
  localStorage.clear();
  browser = new Browser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('one press', () => {
  it('L6 is a UUIDv7 of the time at which it was asked, and nothing is kept of it once it is answered', async () => {
    const page = browser.open();
    const { said } = press(page, order('100'));
    expect(storedKeys()).toEqual(browser.keys());
    await pass(0);
    expect(said()).toEqual({ id: '1' });
    const [key = ''] = browser.keys();
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(key.replace('-', '').slice(0, 12), 16)).toBe(Date.now());
    expect(storedKeys()).toEqual([]);
    expect(page.told).toEqual([]);
  });

  it('L6 twice at once is one intent, twice in turn are two', async () => {
    const page = browser.open();
    const [first, second] = [press(page, order('100')), press(page, order('100'))];
    await pass(0);
    expect(first.said()).toEqual(second.said());
    expect(browser.server.orders).toHaveLength(1);
    press(page, order('100'));
    await pass(0);
    expect(browser.server.orders).toHaveLength(2);
    expect(new Set(browser.keys()).size).toBe(2);
  });

  it('leaves the list of those in doubt as it is while there are none', async () => {
    const page = browser.open();
    const none = page.intents.unanswered();
    press(page, order('100'));
    expect(page.intents.unanswered()).toBe(none);
    await pass(0);
    expect(page.intents.unanswered()).toBe(none);
    expect(none).toEqual([]);
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
    browser.server.fates = [fate, 'answered'];
    const page = browser.open();
    const { said } = press(page, order('100'));
    await pass(fate === 'silent' ? 8_000 : 0);
    expect(said()).toBeNull();
    expect(phases(page)).toEqual(['checking']);
    await pass(500);
    expect(said()).toEqual({ id: '1' });
    expect(browser.server.orders).toHaveLength(1);
    expect(new Set(browser.keys()).size).toBe(1);
    expect(new Set(browser.server.sent.map(({ body }) => body)).size).toBe(1);
    expect(phases(page)).toEqual([]);
  });

  it('waits longer each time, spread, and 30 s in all; then says that the outcome is not known', async () => {
    browser.server.fates = ['unreached'];
    const page = browser.open();
    const { said } = press(page, order('100'));
    await pass(29_000);
    expect(said()).toBeNull();
    const [first = 0, ...rest] = browser.server.sent.map(({ at }) => at);
    expect(rest.map((at) => at - first)).toEqual([500, 1_500, 3_500, 7_500, 15_500, 23_500]);
    await pass(1_000);
    expect(said()).toBe(OPEN_TEXT);
    expect(phases(page)).toEqual(['unknown']);
    browser.random = 0;
    const before = browser.server.sent.length;
    press(page, order('100'));
    await pass(1_000);
    const spread = browser.server.sent.slice(before).map(({ at }) => at);
    expect((spread[1] ?? 0) - (spread[0] ?? 0)).toBe(250);
  });

  it('waits as long as the server asks it to', async () => {
    browser.server.fates = [{ status: 503, body: UNAVAILABLE, headers: { 'retry-after': '6' } }, 'answered'];
    const { said } = press(browser.open(), order('100'));
    await pass(5_999);
    expect(browser.server.sent).toHaveLength(1);
    await pass(1);
    expect(said()).toEqual({ id: '1' });
  });

  it('L6 by hand goes on with the key of the one whose outcome is not known', async () => {
    browser.server.fates = ['lost', 'unreached'];
    const page = browser.open();
    press(page, order('100'));
    await pass(31_000);
    browser.server.fates = ['answered'];
    const { said } = press(page, order('100'));
    await pass(0);
    expect(said()).toEqual({ id: '1' });
    expect(browser.server.orders).toHaveLength(1);
    expect(new Set(browser.keys()).size).toBe(1);
  });

  it('is not sent by a device that slept while it waited', async () => {
    browser.server.fates = ['unreached', 'answered'];
    const page = browser.open();
    const { said } = press(page, order('100'));
    await pass(400);
    vi.setSystemTime(Date.now() + 120 * MINUTE);
    await pass(100);
    expect(browser.server.sent).toHaveLength(1);
    expect(said()).toBe(OPEN_TEXT);
    page.intents.resume('account');
    await pass(MINUTE);
    expect(browser.server.orders).toEqual([]);
  });

  it('ends after a bounded number of attempts even if the clock is set back for ever', async () => {
    browser.server.fates = ['unreached'];
    const { said } = press(browser.open(), order('100'));
    for (let n = 0; n < 100; n += 1) {
      await pass(15_000);
      vi.setSystemTime(Date.now() - 20_000);
    }
    expect(said()).toBe(OPEN_TEXT);
    expect(browser.server.sent.length).toBeLessThanOrEqual(12);
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
    browser.server.fates = [refuse(code, status), 'answered'];
    const page = browser.open();
    const first = press(page, order('100'));
    await pass(0);
    expect(first.said()).toBe(`Отказ ${code}`);
    expect(storedKeys()).toEqual([]);
    press(page, order('100'));
    await pass(0);
    expect(new Set(browser.keys()).size).toBe(2);
    expect(browser.server.orders).toHaveLength(1);
  });

  it.each([
    ['too_many_commands', 429],
    ['market_halted', 503],
  ])('L6 %s says nothing about an attempt before it: the app asks on', async (code, status) => {
    browser.server.fates = ['lost', refuse(code, status), 'answered'];
    const { said } = press(browser.open(), order('100'));
    await pass(10_000);
    expect(said()).toEqual({ id: '1' });
    expect(browser.server.orders).toHaveLength(1);
    expect(new Set(browser.keys()).size).toBe(1);
  });

  it.each([
    ['unauthorized', 401],
    ['blocked', 403],
  ])('L6 %s after a lost answer leaves the outcome unknown, and the key is kept', async (code, status) => {
    browser.server.fates = ['lost', refuse(code, status)];
    const page = browser.open();
    const { said } = press(page, order('100'));
    await pass(10_000);
    expect(said()).toBe(OPEN_TEXT);
    expect(browser.server.sent).toHaveLength(2);
    browser.server.fates = ['answered'];
    const again = press(page, order('100'));
    await pass(0);
    expect(again.said()).toEqual({ id: '1' });
    expect(browser.server.orders).toHaveLength(1);
  });

  it('L6 is the outcome of an attempt whose answer got lost as well', async () => {
    browser.server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    browser.server.fates = ['lost', 'answered'];
    const { said } = press(browser.open(), order('100'));
    await pass(1_000);
    expect(said()).toBe('Недостаточно средств');
    expect(storedKeys()).toEqual([]);
  });
});

describe('a form that has left', () => {
  /** Leaves while an answer is on its way. */
  const leave = async (page: Page, said: Said): Promise<void> => {
    browser.server.fates = ['unreached', 'answered'];
    press(page, order('100'));
    await pass(0);
    page.intents.unawait({ kinds: ['open'] }, said);
    await pass(5_000);
  };

  it('has the end told in its place, once', async () => {
    const page = browser.open();
    await leave(page, []);
    expect(page.told).toEqual(['answered']);
    browser.server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    await leave(page, []);
    expect(page.told).toEqual(['answered', 'Недостаточно средств']);
  });

  it('has nothing told that it says all the same, and nothing of what others wait for', async () => {
    const page = browser.open();
    await leave(page, ['answered']);
    browser.server.fates = ['unreached', 'answered'];
    const { said } = press(page, order('50'));
    await pass(0);
    page.intents.unawait({ kinds: ['sendCoins'] }, []);
    page.intents.unawait({ kinds: ['open'], subject: '7' }, []);
    await pass(5_000);
    expect([said(), page.told]).toEqual([{ id: '2' }, []]);
  });

  it('that is opened again with the same request says the end itself', async () => {
    const page = browser.open();
    browser.server.fates = ['unreached', 'answered'];
    press(page, order('100'));
    await pass(0);
    page.intents.unawait({ kinds: ['open'] }, []);
    const { said } = press(page, order('100'));
    await pass(5_000);
    expect([said(), page.told, browser.server.orders.length]).toEqual([{ id: '1' }, [], 1]);
  });
});

describe('another request of the same line', () => {
  it('is not sent while the outcome of an earlier one is unknown; that is found out and told first', async () => {
    browser.server.fates = ['lost', 'unreached'];
    const page = browser.open();
    press(page, order('100'));
    await pass(31_000);
    browser.server.fates = ['answered'];
    const other = press(page, order('50'));
    await pass(0);
    expect(other.said()).toBe(EARLIER_TEXT);
    expect(page.told).toEqual(['answered']);
    expect(browser.server.orders).toHaveLength(1);
    const again = press(page, order('50'));
    await pass(0);
    expect(again.said()).toEqual({ id: '2' });
    expect(new Set(browser.keys()).size).toBe(2);
  });

  it('waits for the person when the earlier one is no longer fresh', async () => {
    browser.server.fates = ['unreached'];
    const page = browser.open();
    press(page, order('100'));
    await pass(2 * MINUTE);
    browser.server.fates = ['answered'];
    const other = press(page, order('50'));
    await pass(MINUTE);
    expect(other.said()).toBe(EARLIER_TEXT);
    expect(browser.server.orders).toEqual([]);
    page.intents.unanswered().forEach(({ intent }) => page.intents.forget(intent));
    press(page, order('50'));
    await pass(0);
    expect(browser.server.orders).toHaveLength(1);
    expect(browser.server.orders[0]).toContain('"50"');
  });

  it('of another position does not wait', async () => {
    browser.server.fates = ['unreached'];
    const page = browser.open();
    const close = (id: string): Ask => ({
      kind: 'close',
      subject: id,
      about: 'BTCUSDT',
      endpoint: 'DELETE /api/trading/positions/:id',
      params: { id },
    });
    press(page, close('1'));
    await pass(31_000);
    browser.server.fates = ['answered'];
    const other = press(page, close('2'));
    await pass(0);
    expect(other.said()).toEqual({ id: '1' });
    expect(phases(page)).toEqual(['unknown']);
  });
});
