import { api, ERRORS, type ErrorCode } from '@plecho/contract';
import { parseNote, toBase64, utf8 } from '@plecho/proofs';
import { INSTALLATION, TestKey, TestLog } from '@plecho/proofs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningApp, type ListeningApp } from '../../../test/support/app.ts';
import { FixedMarket, onlyMarket } from '../../../test/support/fixed-market.ts';
import { MemoryLogKeys, MemoryLogs } from '../../../test/support/memory-logs.ts';
import { MemorySessions } from '../../../test/support/memory-sessions.ts';
import type { MarketPort, Markets } from '../../engine/market-port.ts';
import { createSessions } from '../../identity/sessions.ts';
import { systemClock } from '../../lib/clock.ts';
import { Problem } from '../../lib/problem.ts';
import { PublicLogs } from '../../proofs/public-logs.ts';
import type { Replays } from '../server.ts';

const PERSONAL = 'session-1';
const key = new TestKey('api');
const keys = new MemoryLogKeys(INSTALLATION, [key]);

function logOf(marketId: string): TestLog {
  const log = new TestLog(keys.name(marketId), key);
  for (let index = 0; index < 300; index += 1) log.append(utf8(`entry ${index} `.repeat(20)));
  return log;
}

const logs = { main: logOf('main'), [PERSONAL]: logOf(PERSONAL) };
const reader = new MemoryLogs(logs);
const markets: Markets = {
  ...onlyMarket(new FixedMarket()),
  get: (id) => (id === 'main' || id === PERSONAL || id === 'new' ? ({ id } as MarketPort) : null),
};
/** The replay is the first user's. */
const replays = {
  sessions: {
    isPersonal: (id: string) => id.startsWith('session-'),
    admit: (_id: string, userId: bigint) =>
      userId === 1n ? Promise.resolve() : Promise.reject(new Problem('unknown_market')),
  },
} as unknown as Replays;

let server: ListeningApp;
let other: string;

beforeAll(async () => {
  const store = new MemorySessions();
  server = await listeningApp(
    {},
    { store, services: { logs: new PublicLogs(reader), logKeys: keys, markets, replays } },
  );
  const sessions = createSessions(store, systemClock, () => undefined);
  other = `plecho=${await sessions.begin(2n, '')}`;
});
afterAll(() => server.app.close());

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/api/log/${path}`, { headers });

async function expectProblem(response: Response, code: ErrorCode): Promise<void> {
  expect(response.status).toBe(ERRORS[code].status);
  expect(await response.json()).toEqual({ code, error: ERRORS[code].text });
  expect(response.headers.get('cache-control')).toBe('no-store');
}

describe('the log of a market over HTTP', () => {
  it('C3 T1 is for everybody, as C2SP’s tlog-tiles says', async () => {
    const checkpoint = await ask('main/checkpoint');
    expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=2');
    expect(await checkpoint.text()).toBe(logs.main.checkpoint());
    const tile = await ask('main/tile/0/001.p/44');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toBe('public, max-age=60');
    const bytes = Buffer.from(logs.main.tile({ level: 0, n: 1n, width: 44 }));
    expect(Buffer.from(await tile.arrayBuffer())).toEqual(bytes);
  });

  it('is kept for good where it will never be another one, and not sent twice', async () => {
    const tile = await ask('main/tile/0/000');
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['main/tile/0/000', 'main/checkpoint', 'main/tile/entries/000']) {
      const first = await ask(path);
      await first.arrayBuffer();
      const again = await ask(path, { 'if-none-match': first.headers.get('etag') ?? '' });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it('packs entries for whoever takes that, and for nobody else', async () => {
    const expected = Buffer.from(logs.main.tile({ level: 'entries', n: 0n, width: 256 }));
    const packed = await ask('main/tile/entries/000', { 'accept-encoding': 'gzip' });
    const plain = await ask('main/tile/entries/000', { 'accept-encoding': 'identity' });
    expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    expect([packed, plain].map(({ headers }) => headers.get('vary'))).toEqual(['accept-encoding', 'accept-encoding']);
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    for (const answer of [packed, plain]) expect(Buffer.from(await answer.arrayBuffer())).toEqual(expected);
  });

  it('names what there is not', async () => {
    await expectProblem(await ask('nowhere/checkpoint'), 'unknown_market');
    await expectProblem(await ask('new/checkpoint'), 'no_log');
    await expectProblem(await ask('main/tile/0/002'), 'tile_not_found');
    reader.dropped.add(1n);
    await expectProblem(await ask('main/tile/entries/001.p/44'), 'log_entries_dropped');
    for (const path of ['main/tile/0/1', 'main/tile/0/000/../../x', 'main/tile/%00']) {
      expect((await ask(path)).status, path).toBeGreaterThanOrEqual(400);
    }
  });

  it('of a personal replay is for its owner, and kept by nobody on the way', async () => {
    for (const path of [`${PERSONAL}/checkpoint`, `${PERSONAL}/tile/0/000`, `${PERSONAL}/tile/entries/000`]) {
      await expectProblem(await ask(path), 'unknown_market');
      await expectProblem(await ask(path, { cookie: other }), 'unknown_market');
      const own = await ask(path, { cookie: server.cookie });
      expect([own.status, own.headers.get('cache-control')]).toEqual([200, expect.stringMatching(/^private, /)]);
      // What its owner has read is still nobody else's.
      await expectProblem(await ask(path), 'unknown_market');
    }
  });

  it('C3 says who signs', async () => {
    const answer: unknown = await (await ask('key')).json();
    const { installation, name, keys: all } = api.log.key.answer.parse(answer);
    expect(installation).toBe(INSTALLATION);
    expect(all).toEqual([{ publicKey: toBase64(key.publicKey), madeAt: 1_795_003_600_000, rotation: null }]);
    const [signature] = parseNote(await (await ask('main/checkpoint')).text())?.signatures ?? [];
    expect(signature?.name).toBe(`${name}/main`);
  });
});
