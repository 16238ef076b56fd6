import { toBase64 } from '@plecho/proofs';
import { INSTALLATION, liquidatedLong, TestKey, TestMarket } from '@plecho/proofs/testing';
import { ONE_PRICE } from '@plecho/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client.ts';
import { logAlarms, noteSeen, pinnedKey, seenCheckpoint, seenCheckpoints } from '@/lib/log-memory.ts';
import { checkLog, compareLine } from './check-log.ts';
import { comparisonLine } from './comparison-line.ts';
import { FakeLogServer, text } from './test/fake-log-server.ts';

const START = 1_795_003_700_000;

/** Puts `count` more entries into the log of a market. */
function grow(market: TestMarket, count: number, price = 50_000n * ONE_PRICE): void {
  for (let at = 0; at < count; at += 1) {
    market.tick('BTCUSDT', price + BigInt(at) * ONE_PRICE, START + at * 1000);
    market.closeFrame(START + at * 1000 + 900);
  }
}

const headOf = (market: TestMarket) => ({ size: String(market.log.size), root: toBase64(market.log.root()) });
const toldBy = (market: TestMarket, isSigned = false) => ({ ...headOf(market), said: 'as it was told', isSigned });
const lineOf = (market: TestMarket): string => comparisonLine.write(market.log.origin, headOf(market));

let server: FakeLogServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeLogServer(liquidatedLong().market);
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => vi.unstubAllGlobals());

describe('C3 the log of a market, looked at again', () => {
  it('T1 is kept when it is first seen, and has grown or is the same later', async () => {
    expect(await checkLog('main', null)).toMatchObject({ outcome: 'first', head: headOf(server.market) });
    expect(pinnedKey()?.keys).toEqual([toBase64(server.market.key.publicKey)]);
    expect((await checkLog('main', null)).outcome).toBe('same');
    grow(server.market, 300);
    expect(await checkLog('main', null)).toMatchObject({ outcome: 'grew', head: headOf(server.market) });
    expect(seenCheckpoint('main')).toMatchObject(headOf(server.market));
    expect((await checkLog('main', toldBy(server.market))).outcome).toBe('same');
    expect(logAlarms()).toEqual([]);
  });

  it('T1 an entry that was changed afterwards is found, and stays found', async () => {
    await checkLog('main', null);
    const { note } = seenCheckpoint('main') ?? {};
    server.market.log.entries[3]?.set([7], 9);
    grow(server.market, 5);
    expect((await checkLog('main', null)).outcome).toBe('forked');
    expect(logAlarms()).toMatchObject([
      { kind: 'forked', market: 'main', before: note, now: server.market.log.checkpoint() },
    ]);
    // What was seen first is what everything later is compared with.
    expect(seenCheckpoint('main')?.note).toBe(note);
    await checkLog('main', null);
    expect(logAlarms()).toHaveLength(1);
  });

  it('T1 a log of the same size with other entries is found', async () => {
    await checkLog('main', null);
    server.market.log.entries[3]?.set([7], 9);
    expect((await checkLog('main', null)).outcome).toBe('forked');
  });

  it('T1 a log that has become shorter is found: a backup that was restored', async () => {
    await checkLog('main', null);
    server.market.log.entries.length -= 2;
    expect((await checkLog('main', null)).outcome).toBe('shrank');
    expect(logAlarms()[0]?.kind).toBe('shrank');
  });

  it('C3 another log in the stream, or in a proof, than the one that is served is found', async () => {
    const other = liquidatedLong().market;
    grow(other, 3, 51_000n * ONE_PRICE);
    grow(server.market, 5);
    expect((await checkLog('main', toldBy(other))).outcome).toBe('forked');
    expect(logAlarms()[0]?.before).toBe('as it was told');
  });

  it('C3 the stream may be ahead of what is served by a moment', async () => {
    const ahead = liquidatedLong().market;
    grow(ahead, 3);
    expect((await checkLog('main', toldBy(ahead))).outcome).toBe('grew');
    expect(logAlarms()).toEqual([]);
  });

  describe('C3 what the key has signed', () => {
    /** As a check is when its next answer comes after a wait of so long. */
    const later = async <T>(ms: number, check: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(ms);
      return check;
    };
    const checkpoints = (): number => server.asked.filter((url) => url.endsWith('/checkpoint')).length;
    let ahead: TestMarket;
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      // As over plain http: what Web Crypto does takes threads that no timer here waits for.
      vi.stubGlobal('crypto', {});
      ahead = liquidatedLong().market;
      grow(ahead, 3);
    });
    afterEach(() => vi.useRealTimers());

    it('C3 has to be in the log after a moment: one that ends before it has lost what was signed', async () => {
      const { outcome } = await later(3_000, checkLog('main', toldBy(ahead, true)));
      expect([outcome, checkpoints()]).toEqual(['shrank', 2]);
      expect(logAlarms()).toMatchObject([
        { kind: 'shrank', market: 'main', before: 'as it was told', now: server.market.log.checkpoint() },
      ]);
      expect(seenCheckpoint('main')).toBeNull();
    });

    it('C3 may be ahead of an answer that was kept on the way', async () => {
      const checked = checkLog('main', toldBy(ahead, true));
      await vi.advanceTimersByTimeAsync(2_999);
      expect(checkpoints()).toBe(1);
      grow(server.market, 5);
      expect((await later(1, checked)).outcome).toBe('grew');
      expect(logAlarms()).toEqual([]);
    });
  });

  it('C3 a checkpoint that another key has signed is found, unless the key before it has signed that key', async () => {
    await checkLog('main', null);
    const next = new TestKey('next');
    const { key, log, definition } = server.market;
    server.market = new TestMarket(definition, next);
    server.market.log.entries.splice(0, 1, ...log.entries);
    grow(server.market, 2);
    expect((await checkLog('main', null)).outcome).toBe('badSignature');
    expect(logAlarms()[0]?.kind).toBe('badSignature');
    localStorage.removeItem('plecho:log-alarms');
    server.rotate(key, next);
    expect((await checkLog('main', null)).outcome).toBe('grew');
    expect(pinnedKey()?.keys).toEqual([next, key].map(({ publicKey }) => toBase64(publicKey)));
    expect(logAlarms()).toEqual([]);
  });

  it('C3 what is seen for the first time has to be signed by the key, too', async () => {
    server.market = new TestMarket(server.market.definition, new TestKey('next'));
    expect((await checkLog('main', null)).outcome).toBe('badSignature');
    expect(seenCheckpoint('main')).toBeNull();
    expect(logAlarms()[0]?.kind).toBe('badSignature');
  });

  it('C3 a key that the one before has not signed is found, and the first one stays', async () => {
    await checkLog('main', null);
    const next = new TestKey('next');
    const { key, definition } = server.market;
    server.market = new TestMarket(definition, next);
    server.rotate(key, next, false);
    expect((await checkLog('main', null)).outcome).toBe('changedKey');
    expect(logAlarms().map(({ kind }) => kind)).toEqual(['changedKey']);
    expect(pinnedKey()?.keys).toEqual([toBase64(key.publicKey)]);
  });

  it('the log of another market in its place is found', async () => {
    await checkLog('main', null);
    server.market = new TestMarket({
      origin: `plecho.log/${INSTALLATION}/other`,
      market: { id: 'other', kind: 'synthetic', label: 'x', startAt: 0 },
    });
    expect((await checkLog('main', null)).outcome).toBe('badSignature');
  });

  it.each([
    [
      'a page of a network that asks for a login',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a text that is no checkpoint', () => text('hello')],
    ['a server that is not there', () => Promise.reject(new TypeError('Failed to fetch')) as never],
    ['a server that is busy', () => Response.json({ error: '-', code: 'unavailable' }, { status: 503 })],
  ])('%s is no contradiction', async (_, fault) => {
    await checkLog('main', null);
    server.fault = fault;
    await expect(checkLog('main', null)).rejects.toBeInstanceOf(ApiError);
    expect(logAlarms()).toEqual([]);
    expect(seenCheckpoint('main')).not.toBeNull();
  });

  it('a tile that is not to be had leaves everything as it was', async () => {
    await checkLog('main', null);
    const before = seenCheckpoint('main');
    grow(server.market, 5);
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('/tile/') ? new Response(null, { status: 502 }) : server.fetch(url),
    );
    await expect(checkLog('main', null)).rejects.toBeInstanceOf(ApiError);
    expect(seenCheckpoint('main')).toEqual(before);
    expect(logAlarms()).toEqual([]);
  });
});

describe('C3 a line that somebody else has seen', () => {
  it('C3 of the same log is recognised, however much that has grown since', async () => {
    const line = lineOf(server.market);
    expect(await compareLine(line)).toBe('same');
    grow(server.market, 300);
    expect(await compareLine(`  ${line.replaceAll(' ', '\n')}\n`)).toBe('same');
  });

  it('C3 of another log is said to be, and raises no alarm: anybody can write a line', async () => {
    const line = lineOf(server.market);
    const other = liquidatedLong().market;
    grow(other, 3, 51_000n * ONE_PRICE);
    grow(server.market, 3);
    expect(await compareLine(lineOf(other))).toBe('different');
    expect(await compareLine(line.replace(' 41 ', ' 999 '))).toBe('ahead');
    expect(await compareLine(line.replace(INSTALLATION, INSTALLATION.replace('3', '4')))).toBe('otherInstallation');
    for (const rubbish of ['', 'hello', `${line} x`, line.slice(0, -1)]) {
      expect(await compareLine(rubbish)).toBe('unreadable');
    }
    expect(logAlarms()).toEqual([]);
  });
});

describe('what the browser remembers', () => {
  const seen = { root: 'r', note: 'n', at: 1 };

  it('a newer checkpoint that another tab has kept stays', () => {
    noteSeen({ market: 'main', size: '100', ...seen });
    noteSeen({ market: 'main', size: '99', ...seen });
    expect(seenCheckpoint('main')?.size).toBe('100');
  });

  it('is bounded, the newest sightings stay, and rubbish in its place is nothing', () => {
    for (let n = 0; n < 40; n += 1) noteSeen({ market: `m${n}`, size: '1', ...seen });
    expect(seenCheckpoints().map(({ market }) => market)).toEqual(Array.from({ length: 32 }, (_, n) => `m${n + 8}`));
    localStorage.setItem('plecho:log-seen', '[{"market":1}]');
    localStorage.setItem('plecho:log-key', '{"keys":[]}');
    localStorage.setItem('plecho:log-alarms', '7');
    expect([seenCheckpoints(), pinnedKey(), logAlarms()]).toEqual([[], null, []]);
  });
});
