import { newAlert, type Alert, type PositionState, type Ring } from '@plecho/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { alertWords, ringWords, timeWords } from './alert-words.ts';
import { alertOf, emptyDraft, type Draft } from './draft.ts';
import { askForNotifications, notify, notifyState } from './notifications.ts';

const NOW = 1_790_000_000;
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const terms: Omit<Pick<Ring, keyof Ring & keyof Alert>, 'id'> = {
  kind: 'cross',
  ...{ market: 'main', label: 'Синтетический рынок', symbol: 'BTCUSDT', direction: 'up', level: null },
  ...{ percent: null, window: null, interval: null, position: null },
};
const alert = (given: Partial<Alert>): Alert => ({
  ...terms,
  ...{ id: '1', pause: null, expiresAt: null, createdAt: NOW, rings: 0, restsUntil: null },
  ...given,
});
const ring = (given: Partial<Ring>): Ring => ({
  ...terms,
  ...{ id: '2', alert: '1', price: '70000.5', at: NOW * 1000, change: null, seen: false },
  ...given,
});

describe('the words of alerts', () => {
  it('M9 are made from their numbers, for each kind', () => {
    const said = [
      alertWords(alert({ level: '70000' })),
      alertWords(alert({ kind: 'change', percent: '2.5', window: 3_600, direction: 'either' })),
      alertWords(alert({ kind: 'close', level: '0.00001234', interval: '15m', direction: 'down' })),
      alertWords(alert({ kind: 'liquidation', percent: '5', position: '7' })),
      ringWords(ring({ level: '70000' })),
      ringWords(ring({ kind: 'change', percent: '2.5', window: 3_600, change: '-2.61', direction: 'down' })),
      ringWords(ring({ kind: 'close', level: '70000', interval: '1h' })),
      ringWords(ring({ kind: 'liquidation', percent: '5' })),
    ];
    expect(said.map(plain)).toEqual([
      'BTC/USDT: цена дойдёт до 70 000,00',
      'BTC/USDT: цена изменится на 2,5 % за 1 ч',
      'BTC/USDT: свеча 15 мин закроется не выше 0,00001234',
      'BTC/USDT: до ликвидации меньше 5 % цены',
      'BTC/USDT: цена выросла до 70 000,50 (уровень 70 000,00)',
      'BTC/USDT: −2,61 % от максимума за 1 ч, цена 70 000,50',
      'BTC/USDT: свеча 1 ч закрылась на 70 000,50 (уровень 70 000,00)',
      'BTC/USDT: до ликвидации меньше 5 % цены, цена 70 000,50',
    ]);
  });

  it('give no date where a replay hides its dates', () => {
    expect(timeWords(946_684_800 + 86_400 + 3_660)).toBe('день 2, 01:01');
    expect(timeWords(NOW)).toMatch(/^\d\d\.\d\d, \d\d:\d\d$/);
  });
});

describe('the form', () => {
  it('asks for what the contract takes, for each kind', () => {
    const draft: Draft = {
      ...emptyDraft('BTCUSDT', []),
      ...{ level: '70 000,5', percent: '2,50', position: '7', pause: '300', term: '86400', direction: 'either' },
    };
    const asked = (['cross', 'change', 'close', 'liquidation'] as const).map((kind) =>
      alertOf({ ...draft, kind }, NOW + 0.7),
    );
    for (const each of asked) expect(newAlert.parse(each)).toEqual(each);
    expect(asked).toEqual([
      { kind: 'cross', symbol: 'BTCUSDT', level: '70000.5', pause: 300, expiresAt: NOW + 86_400 },
      {
        ...{ kind: 'change', symbol: 'BTCUSDT', percent: '2.50', window: 3_600, direction: 'either' },
        ...{ pause: 300, expiresAt: NOW + 86_400 },
      },
      {
        ...{ kind: 'close', symbol: 'BTCUSDT', interval: '15m', level: '70000.5', direction: 'up' },
        ...{ pause: 300, expiresAt: NOW + 86_400 },
      },
      { kind: 'liquidation', position: '7', percent: '2.50', pause: 300, expiresAt: NOW + 86_400 },
    ]);
    expect(alertOf({ ...draft, pause: '', term: '' }, NOW)).toMatchObject({ pause: null, expiresAt: null });
  });

  it('is about a position of the pair, else one that can be liquidated, else none', () => {
    const position = (id: string, symbol: string, liquidationPrice: string | null) =>
      ({ id, symbol, liquidationPrice }) as PositionState;
    const open = [position('1', 'BTCUSDT', null), position('2', 'ETHUSDT', '3000'), position('3', 'SOLUSDT', '90')];
    expect(['SOLUSDT', 'BTCUSDT'].map((symbol) => emptyDraft(symbol, open).position)).toEqual(['3', '2']);
    expect(emptyDraft('BTCUSDT', open.slice(0, 1)).position).toBe('');
  });
});

/** A browser that says so about notifications. */
function browser(isSecure: boolean, permission: NotificationPermission | null, answer = permission) {
  const shown = vi.fn();
  class FakeNotification {
    static permission = permission;
    static requestPermission = vi.fn(() => {
      FakeNotification.permission = answer;
      return Promise.resolve(answer);
    });
    constructor(...given: unknown[]) {
      shown(...given);
    }
  }
  vi.stubGlobal('isSecureContext', isSecure);
  if (permission === null) Reflect.deleteProperty(window, 'Notification');
  else vi.stubGlobal('Notification', FakeNotification);
  return { asked: FakeNotification.requestPermission, shown, FakeNotification };
}

describe('the browser’s notifications', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are asked for by the person alone, and it is said why there are none', async () => {
    const { asked } = browser(true, 'default', 'granted');
    expect([notifyState(false), notifyState(true)]).toEqual(['off', 'off']);
    expect(asked).not.toHaveBeenCalled();
    expect(await askForNotifications()).toBe('on');
    expect(notifyState(false)).toBe('off');
    browser(true, 'default', 'denied');
    expect(await askForNotifications()).toBe('refused');
    const insecure = browser(false, 'granted');
    expect([await askForNotifications(), insecure.asked.mock.calls]).toEqual(['insecure', []]);
    browser(true, null);
    expect(await askForNotifications()).toBe('unsupported');
  });

  it('are silent, and one that a phone refuses to a page breaks nothing', async () => {
    const { shown } = browser(true, 'granted');
    await notify('title', 'body', 'ring-1');
    expect(shown).toHaveBeenCalledWith('title', { body: 'body', tag: 'ring-1', silent: true });
    vi.stubGlobal('Notification', function refuse() {
      throw new TypeError('Illegal constructor');
    });
    await expect(notify('title', 'body', 'ring-1')).resolves.toBeUndefined();
  });
});
