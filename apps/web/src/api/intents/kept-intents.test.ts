import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, EARLIER_TEXT, MINUTE, order, pass, phases, press, storedKeys } from './fake-browser.ts';
import type { Fate } from './fake-server.ts';
import { IntentStore } from './intent-store.ts';
import type { Ask } from './intent.ts';

/** Tabs are told by the browser that another one has changed the storage. */
const tellTabs = (): boolean => window.dispatchEvent(new StorageEvent('storage', { key: null }));

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

describe('a reload of the page', () => {
  it.each<Fate>(['lost', 'unreached', 'silent'])(
    'L6 L7 has a fresh intent (%s) ended with its key, and told',
    async (fate) => {
      browser.server.fates = [fate];
      const before = browser.open();
      press(before, order('100'));
      await pass(200);
      before.leave();
      browser.server.fates = ['answered'];
      const after = browser.open();
      expect(phases(after)).toEqual(['checking']);
      await pass(10_000);
      expect(after.told).toEqual(['answered']);
      expect(browser.server.orders).toHaveLength(1);
      expect(new Set(browser.keys()).size).toBe(1);
      expect(storedKeys()).toEqual([]);
    },
  );

  it('is joined by the same press: the form says the outcome, and nobody else', async () => {
    browser.server.fates = ['lost'];
    const before = browser.open();
    press(before, order('100'));
    before.leave();
    browser.server.fates = ['unreached', 'answered'];
    const after = browser.open();
    const { said } = press(after, order('100'));
    await pass(1_000);
    expect(said()).toEqual({ id: '1' });
    expect(after.told).toEqual([]);
    expect(browser.server.orders).toHaveLength(1);
  });

  it('sends nothing by itself that was asked for more than a minute ago', async () => {
    browser.server.fates = ['unreached'];
    const before = browser.open();
    press(before, order('100'));
    before.leave();
    await pass(MINUTE + 1);
    browser.server.fates = ['answered'];
    const after = browser.open();
    await pass(10 * MINUTE);
    expect(phases(after)).toEqual(['unknown']);
    expect(browser.server.sent).toHaveLength(1);
    after.intents.unanswered().forEach(({ intent }) => after.intents.check(intent));
    await pass(0);
    expect(after.told).toEqual(['answered']);
    expect(browser.server.orders).toHaveLength(1);
    expect(new Set(browser.keys()).size).toBe(1);
  });

  it('stops asking by itself when the minute is over', async () => {
    browser.server.fates = ['unreached'];
    const before = browser.open();
    press(before, order('100'));
    before.leave();
    await pass(50_000);
    const after = browser.open();
    await pass(MINUTE);
    expect(
      Math.max(...browser.server.sent.map(({ at }) => at)) - (browser.server.sent[0]?.at ?? 0),
    ).toBeLessThanOrEqual(MINUTE);
    expect(phases(after)).toEqual(['unknown']);
  });

  it('L6 the same press long afterwards is the same intent, and when it was asked is told', async () => {
    browser.server.fates = ['lost'];
    const before = browser.open();
    press(before, order('100'));
    before.leave();
    await pass(60 * MINUTE);
    browser.server.fates = ['answered'];
    const after = browser.open();
    const { said } = press(after, order('100'));
    await pass(0);
    expect(said()).toEqual({ id: '1' });
    expect(after.told).toEqual(['answered']);
    expect(browser.server.orders).toHaveLength(1);
  });

  it('keeps nothing that the server would not take any more', async () => {
    browser.server.fates = ['unreached'];
    const before = browser.open();
    press(before, order('100'));
    before.leave();
    await pass(7 * 24 * 60 * MINUTE + 1);
    expect(phases(browser.open())).toEqual([]);
    expect(storedKeys()).toEqual([]);
  });
});

describe('what a page of version 0.1 has kept', () => {
  const kept = (key: string, method: string, path: string): void =>
    localStorage.setItem(
      `plecho:intent:${key}`,
      JSON.stringify({
        ...{ key, userId: '1', tab: 'a', askedAt: Date.now(), phase: 'checking' },
        ...{ kind: 'close', subject: '12', about: 'BTCUSDT', method, path, query: { market: 'main' } },
      }),
    );
  const close: Ask = {
    kind: 'close',
    subject: '12',
    about: 'BTCUSDT',
    endpoint: 'DELETE /api/trading/positions/:id',
    params: { id: '12' },
    query: { market: 'main' },
  };

  it('L6 is settled with its key, at the same address', async () => {
    kept('k', 'DELETE', '/trading/positions/12');
    const page = browser.open();
    expect(phases(page)).toEqual(['checking']);
    await pass(0);
    expect(page.told).toEqual(['answered']);
    expect(browser.server.sent).toMatchObject([{ url: '/api/trading/positions/12?market=main', key: 'k' }]);
    expect(storedKeys()).toEqual([]);
  });

  it('L6 is the same request as the one that is pressed now', async () => {
    kept('k', 'DELETE', '/trading/positions/12');
    browser.server.fates = ['unreached', 'answered'];
    const { said } = press(browser.open(), close);
    await pass(10_000);
    expect(said()).toEqual({ id: '1' });
    expect(new Set(browser.keys())).toEqual(new Set(['k']));
  });

  it.each([
    ['GET', '/trading/positions/12'],
    ['DELETE', 'https://elsewhere.example/'],
  ])('is no intent as %s %s', (method, path) => {
    kept('k', method, path);
    expect(phases(browser.open())).toEqual([]);
  });
});

describe('whose it is', () => {
  it('S1 another user of the browser neither sees nor sends it, and it goes with its owner', async () => {
    browser.server.fates = ['unreached'];
    const before = browser.open();
    press(before, order('100'));
    before.leave();
    const sent = browser.server.sent.length;
    browser.user = '2';
    const other = browser.open();
    await pass(MINUTE);
    other.intents.forgetAll(browser.user);
    expect(phases(other)).toEqual([]);
    expect(browser.server.sent).toHaveLength(sent);
    browser.user = '1';
    const back = browser.open();
    expect(phases(back)).toEqual(['unknown']);
    back.intents.forgetAll(browser.user);
    expect(storedKeys()).toEqual([]);
  });

  it('S1 who signs out while it is asked for is not asked for any more', async () => {
    browser.server.fates = ['unreached', 'answered'];
    const page = browser.open();
    press(page, order('100'));
    await pass(100);
    page.intents.forgetAll(browser.user);
    await pass(MINUTE);
    expect(browser.server.sent).toHaveLength(1);
    expect(browser.server.orders).toEqual([]);
  });

  it('takes nothing from the storage that is no intent', () => {
    localStorage.setItem('plecho:intent:x', '{"key":"x","userId":"1","kind":"steal","method":"POST","path":"/x"}');
    localStorage.setItem('plecho:intent:y', 'not JSON');
    localStorage.setItem('plecho:intent:z', 'null');
    expect(phases(browser.open())).toEqual([]);
  });

  it('L6 does without a storage as long as the page lives', async () => {
    vi.stubGlobal('localStorage', null);
    browser.server.fates = ['lost', 'unreached'];
    const page = browser.open();
    press(page, order('100'));
    await pass(31_000);
    expect(phases(page)).toEqual(['unknown']);
    browser.server.fates = ['answered'];
    press(page, order('100'));
    await pass(0);
    expect(browser.server.orders).toHaveLength(1);
    expect(phases(page)).toEqual([]);
  });
});

describe('two tabs', () => {
  it('L6 a tab leaves to another one what that one is asking about, and sends nothing beside it', async () => {
    browser.server.fates = ['lost', 'unreached'];
    const first = browser.open('a');
    press(first, order('100'));
    await pass(100);
    const second = browser.open('b');
    expect(phases(second)).toEqual(['checking']);
    const sent = browser.server.sent.length;
    const beside = [press(second, order('100')), press(second, order('50'))];
    await pass(0);
    expect(beside.map(({ said }) => said())).toEqual([EARLIER_TEXT, EARLIER_TEXT]);
    expect(browser.server.sent).toHaveLength(sent);
    browser.server.fates = ['answered'];
    await pass(30_000);
    tellTabs();
    expect([first.told, second.told]).toEqual([[], []]);
    expect(phases(second)).toEqual([]);
    expect(browser.server.orders).toHaveLength(1);
  });

  it('L6 the same order is not sent beside one that another tab has just sent, nor any when that tab is silent', async () => {
    browser.server.fates = ['silent'];
    const first = browser.open('a');
    press(first, order('100'));
    first.leave();
    const second = browser.open('b');
    browser.server.fates = ['answered'];
    const same = press(second, order('100'));
    const other = press(second, order('50'));
    await pass(0);
    expect([same.said(), other.said()]).toEqual([EARLIER_TEXT, { id: '2' }]);
    await pass(8_001);
    const later = press(second, order('25'));
    await pass(0);
    expect(later.said()).toBe(EARLIER_TEXT);
    expect(browser.server.orders).toHaveLength(2);
  });

  it('a tab that is gone leaves its intents to the others after a minute, for the person to decide', async () => {
    browser.server.fates = ['lost'];
    const first = browser.open('a');
    press(first, order('100'));
    await pass(100);
    first.leave();
    const second = browser.open('b');
    await pass(30_000);
    expect(phases(second)).toEqual(['checking']);
    await pass(31_000);
    expect(phases(second)).toEqual(['unknown']);
    expect(browser.server.sent).toHaveLength(1);
  });

  it('L6 both asked to check: one effect, told once', async () => {
    browser.server.fates = ['lost', 'unreached'];
    const tabs = [browser.open('a'), browser.open('b')];
    for (const tab of tabs.slice(0, 1)) press(tab, order('100'));
    await pass(2 * MINUTE);
    tellTabs();
    browser.server.fates = ['answered'];
    for (const { intents } of tabs) intents.unanswered().forEach(({ intent }) => intents.check(intent));
    await pass(0);
    expect(browser.server.orders).toHaveLength(1);
    expect(tabs.flatMap(({ told }) => told)).toEqual(['answered']);
  });

  it('L6 what was given up in one tab is not sent by the other, which does not call repeating safe', async () => {
    browser.server.fates = ['unreached', 'answered'];
    const first = browser.open('a');
    const { said } = press(first, order('100'));
    await pass(100);
    storedKeys().forEach((key) => new IntentStore().remove(key));
    await pass(MINUTE);
    expect(browser.server.orders).toEqual([]);
    expect(said()).toBe('С этой заявкой разобрались в другой вкладке. Посмотрите, что вышло, прежде чем повторять.');
  });
});
