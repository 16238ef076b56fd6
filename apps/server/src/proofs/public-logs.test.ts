import { gunzipSync } from 'node:zlib';
import { encodeBundle, utf8 } from '@plecho/proofs';
import { TestKey, TestLog } from '@plecho/proofs/testing';
import { describe, expect, it } from 'vitest';
import { MemoryLogs } from '../../test/support/memory-logs.ts';
import { PublicLogs } from './public-logs.ts';

function logsOf(size: number): { logs: PublicLogs; log: TestLog; reader: MemoryLogs } {
  const log = new TestLog('plecho.log/x/main', new TestKey('public'));
  for (let index = 0; index < size; index += 1) log.append(utf8(`entry ${index}`));
  const reader = new MemoryLogs({ main: log });
  return { logs: new PublicLogs(reader), log, reader };
}

describe('the log of a market as everybody reads it', () => {
  it('T1 is its newest checkpoint, its tiles and its entries', async () => {
    const { logs, log } = logsOf(300);
    expect(await logs.checkpoint('main')).toBe(log.checkpoint());
    const full = await logs.tile('main', 'tile/0/000');
    expect(Buffer.from(full.body)).toEqual(Buffer.from(log.tile({ level: 0, n: 0n, width: 256 })));
    expect([full.isFull, full.gzip]).toEqual([true, null]);
    const partial = await logs.tile('main', 'tile/0/001.p/44');
    expect([partial.body.length, partial.isFull]).toEqual([44 * 32, false]);
    expect((await logs.tile('main', 'tile/1/000.p/1')).body).toHaveLength(32);
    const bundle = await logs.tile('main', 'tile/entries/001.p/2');
    const entries = Buffer.from(encodeBundle([utf8('entry 256'), utf8('entry 257')]));
    expect(Buffer.from(bundle.body)).toEqual(entries);
    expect(gunzipSync(bundle.gzip ?? new Uint8Array())).toEqual(entries);
  });

  it.each([
    ...['tile/0/001', 'tile/0/001.p/45', 'tile/1/000', 'tile/63/000.p/1', 'tile/entries/001', 'tile/entries/002.p/1'],
    ...['tile/0/1', 'tile/0/000.p/256', 'tile/0/000.p/0', 'tile/00/000', 'tile/64/000', 'tile/0/x000/000', ''],
  ])('has no %j', async (path) => {
    await expect(logsOf(300).logs.tile('main', path)).rejects.toMatchObject({ code: 'tile_not_found' });
  });

  it('says that entries are kept no longer, and that there is no log', async () => {
    const { logs, reader } = logsOf(300);
    reader.dropped.add(0n);
    await expect(logs.tile('main', 'tile/entries/000')).rejects.toMatchObject({ code: 'log_entries_dropped' });
    expect((await logs.tile('main', 'tile/0/000')).body).toHaveLength(8_192);
    await expect(logs.checkpoint('other')).rejects.toMatchObject({ code: 'no_log' });
    reader.checkpointSize = 0n;
    await expect(logs.checkpoint('main')).rejects.toMatchObject({ code: 'no_log' });
  });

  it('T1 a market’s tiles are its own, also those that are remembered', async () => {
    const { log } = logsOf(300);
    const other = new TestLog('plecho.log/x/other', new TestKey('public'));
    for (let index = 0; index < 300; index += 1) other.append(utf8(`other entry ${index}`));
    const logs = new PublicLogs(new MemoryLogs({ main: log, other }));
    for (const [market, own] of [
      ['main', log],
      ['other', other],
    ] as const) {
      const { body } = await logs.tile(market, 'tile/0/000');
      expect(Buffer.from(body)).toEqual(Buffer.from(own.tile({ level: 0, n: 0n, width: 256 })));
    }
  });

  it('is read once where it will never be another one', async () => {
    const { logs, reader } = logsOf(300);
    for (const path of ['tile/0/000', 'tile/0/001.p/44', 'tile/entries/000']) {
      await logs.tile('main', path);
      await logs.tile('main', path);
    }
    expect(reader.reads).toEqual(['main 0 0 256', 'main 0 1 44', 'main 0 1 44', 'main entries 0 256']);
  });
});
