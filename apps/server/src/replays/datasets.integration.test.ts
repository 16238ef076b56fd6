import { datasetList, datasetReport, ERRORS, type Dataset, type DatasetReport, type ErrorCode } from '@plecho/contract';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../../test/support/operator.ts';
import { useServer } from '../../test/support/server.ts';
import { zip } from '../feeds/test/zip.ts';

const db = useDatabase();
const server = useServer(db);
const START = Date.parse('2026-02-01T00:00:00Z');
let operator: Operator;

beforeAll(async () => {
  await setOperatorSecret(db);
  operator = await steppedUpOperator(db, server);
});

function row(minute: number, price: string): string {
  const time = START + minute * 60_000;
  return `${time},${price},${price},${price},${price},1,${time + 59_999},${price},1,1,1,0`;
}
const csv = (rows: string[]): Buffer => Buffer.from(`${rows.join('\n')}\n`);
const minutes = (count: number, price = '10.00'): string[] => Array.from({ length: count }, (_, n) => row(n, price));

async function send(name: string, content: Buffer, type = 'application/octet-stream') {
  const headers = { 'content-type': type };
  const { status, body } = await operator.post(`/admin/datasets?name=${name}`, content, { headers });
  return { status, body };
}

async function imported(name: string, content: Buffer): Promise<DatasetReport> {
  const { status, body } = await send(name, content);
  expect(status, JSON.stringify(body)).toBe(200);
  return datasetReport.parse(body);
}

async function listed(): Promise<Dataset[]> {
  const person = await server.register();
  return datasetList.parse((await person.get('/replays/datasets')).body).items;
}

describe('recordings', () => {
  it('a fresh installation has three to replay, made once', async () => {
    const first = await listed();
    expect(first.map(({ id, story, provenance }) => [id, story, provenance])).toEqual([
      ['trend', 'trend', 'generated'],
      ['crash', 'crash', 'generated'],
      ['sideways', 'sideways', 'generated'],
    ]);
    expect(first.map((each) => each.minutes)).toEqual([30_240, 30_240, 30_240]);
    expect(await listed()).toEqual(first);
  });

  it('M1 a file is imported once, whatever it is packed in, with a report of its lines and a composed title', async () => {
    const lines = [...minutes(30), 'nonsense', ...minutes(40).slice(35), row(39, '10.00')];
    const report = await imported('LINKUSDT-1m-2026-02.csv.gz', gzipSync(csv(lines)));
    expect(report).toMatchObject({
      known: false,
      counts: { badRow: 1, duplicate: 1, conflict: 0, outOfOrder: 0, gap: 1 },
      dataset: { title: 'LINKUSDT, 1 февраля 2026', symbols: ['LINKUSDT'], minutes: 35, provenance: 'unverified' },
    });
    expect(report.issues.map(({ line, kind }) => [line, kind])).toEqual([
      [31, 'badRow'],
      [32, 'gap'],
      [37, 'duplicate'],
    ]);
    expect(await imported('LINKUSDT-1m-2026-02.csv.gz', gzipSync(csv(lines)))).toMatchObject({
      known: true,
      dataset: report.dataset,
    });
    expect(await listed()).toContainEqual(report.dataset);
  });

  it('takes a month of a pair in well under a megabyte', async () => {
    const prices = Array.from({ length: 43_200 }, (_, n) => row(n, `${10 + (n % 97) / 100}`));
    const { dataset } = await imported('DOTUSDT-1m-2026-02.csv', csv(prices));
    const { rows } = await db.owner.query<{ size: bigint }>(
      `SELECT sum(pg_column_size(p.*)) AS size FROM dataset_packs p JOIN dataset_series s ON s.id = series_id
       WHERE dataset_id = $1`,
      [dataset.id],
    );
    expect(Number(rows[0]?.size)).toBeLessThan(800_000);
  });

  it('S5 refuses what is no recording, says why, and leaves nothing behind', async () => {
    const before = await listed();
    const good = { name: 'LINKUSDT-1m-2026-02.csv', content: csv(minutes(3)) };
    const refusals: [string, Buffer, ErrorCode, RegExp][] = [
      [
        'LINKUSDT-1m-2026-02.csv',
        csv(Array.from({ length: 1_000_000 }, () => '1,x')),
        'dataset_refused',
        /more than 1000/,
      ],
      ['LINKUSDT-1m-2026-02.zip', zip([{ ...good, name: '../../LINKUSDT.csv' }]), 'dataset_refused', /archive/],
      ['LINKUSDT-1m-2026-02.zip', zip([good, good]), 'dataset_refused', /exactly one CSV/],
      [
        'LINKUSDT-1m-2026-02.zip',
        zip([{ ...good, content: Buffer.alloc(90_000_000, '1'), claimedSize: 1_000 }]),
        'dataset_refused',
        /./,
      ],
      [
        'LINKUSDT-1m-2026-02.csv.gz',
        gzipSync(csv([row(0, '1'), `${' '.repeat(900)}\n`.repeat(100_000)])),
        'dataset_refused',
        /unpacks to more/,
      ],
      ['LINKUSDT-1m-2026-02.csv', Buffer.alloc(0), 'dataset_refused', /no usable row/],
      ['NONAMEUSDT-1m-2026-02.csv', good.content, 'unknown_symbol', /^$/],
    ];
    for (const [name, content, code, reason] of refusals) {
      const { status, body } = await send(name, content);
      expect([status, body['code']], reason.source).toEqual([ERRORS[code].status, code]);
      expect(String((body['details'] as { reason?: string } | undefined)?.reason ?? '')).toMatch(reason);
    }
    const { rows: log } = await db.owner.query('SELECT details FROM audit_log');
    expect(JSON.stringify(log), 'what is no pair is kept nowhere').not.toContain('NONAME');
    expect((await send('../etc-1m-2026.csv', good.content)).body['code']).toBe('invalid_request');
    expect((await send(good.name, Buffer.from('{}'), 'application/json')).body['code']).toBe('unsupported_media_type');
    expect((await send(good.name, Buffer.alloc(80_000_001, '1'))).body['code']).toBe('body_too_large');
    expect(await listed()).toEqual(before);
  });

  it('L5 nothing is added to a recording that is there', async () => {
    const adding = `INSERT INTO dataset_series (dataset_id, symbol, price_decimals, first, last, minutes)
                    VALUES ('trend', 'DOTUSDT', 2, 60, 60, 1)`;
    await expect(db.pool.query(adding)).rejects.toThrow('a recording never changes');
    const packing = `INSERT INTO dataset_packs (series_id, day, candles) SELECT id, 1, '' FROM dataset_series LIMIT 1`;
    await expect(db.pool.query(packing)).rejects.toThrow('a recording never changes');
  });
});
