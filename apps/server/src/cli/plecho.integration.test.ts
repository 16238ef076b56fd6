import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../tools/lib/paths.mjs';
import { useOwnDatabase } from '../../test/harness/database.ts';
import { fillMarket } from '../../test/harness/trading.ts';
import { runPlecho, type CommandAnswer } from '../../test/support/command-line.ts';
import {
  appConfig,
  connectClient,
  createPool,
  ownerConfig,
  PRODUCT_SCHEMA,
  type Target,
} from '../storage/connection.ts';
import { migrate } from '../storage/migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'plecho-cli-'));
chmodSync(folder, 0o755);
const { url } = useOwnDatabase('plecho_cli');
let target: Target;

const plecho = (...args: string[]): Promise<CommandAnswer> => runPlecho(url, folder, args);

beforeAll(async () => {
  target = await migrate({ ownerUrl: url, schema: PRODUCT_SCHEMA });
  const pool = createPool({ ...appConfig(target), max: 1 });
  await fillMarket({ pool, target });
  await pool.end();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('what was not understood gets one line and the code 2', () => {
  it.each([
    [['nonsense'], 'there is no command «nonsense»'],
    [['constructor'], 'there is no command «constructor»'],
    [['toString', 'x'], 'there is no command «toString»'],
    [['__proto__', 'x'], 'there is no command «__proto__»'],
    [['ledger'], 'did you mean: ledger check'],
    [['verify'], 'verify takes one FILE'],
    [['verify', 'a', 'b'], 'verify takes one FILE'],
    [['verify', 'a', '--key', 'mine'], '--key must be a key'],
    [['verify', 'a', '--force'], 'verify has no option --force'],
    [['log'], 'did you mean: log check [MARKET], log key, log rotate-key'],
    [['log', 'check', 'a', 'b'], 'did you mean: log check [MARKET]'],
    [['log', 'key', '--key', 'mine'], 'log has no option --key'],
    [['backup'], 'backup takes one FILE'],
    [['backup', 'a', 'b'], 'backup takes one FILE'],
    [['market'], 'did you mean: market resume [ID]'],
    [['market', 'resume', 'main', 'other'], 'did you mean: market resume [ID]'],
    [['operator'], 'did you mean: operator add PHONE'],
    [['operator', 'add'], 'did you mean: operator add PHONE'],
    [['operator', 'add', '+79160000001', 'x'], 'did you mean: operator add PHONE'],
    [['operator', 'secret', 'mine'], 'did you mean: operator add PHONE'],
    [['operator', 'add', 'somebody'], '«somebody» is no phone number'],
    [['operator', 'block'], 'did you mean: operator add PHONE'],
    [['operator', 'toString', '+79160000001'], 'did you mean: operator add PHONE'],
    [['operator', 'block', '+79160000001', '--reason', 'он плохой'], '--reason must be one of conduct, sharedAccount'],
    [['operator', 'add', '+79160000001', '--reason', 'conduct'], 'operator add has no option --reason'],
    [['ledger', 'check', '--force'], 'ledger has no option --force'],
    [['restore', 'x', '--nope'], "Unknown option '--nope'"],
    [['dataset'], 'did you mean: dataset import FILE...'],
    [['dataset', 'remove', 'x'], 'did you mean: dataset import FILE...'],
    [['dataset', 'import'], 'dataset import takes one FILE or more'],
    [['dataset', 'import', 'x', '--speed', '60'], 'dataset has no option --speed'],
    [['replay'], 'replay takes one FILE or more'],
    [['replay', 'x', '--speed', '601'], '--speed must be a whole number from 1 to 600'],
    [['replay', 'x', '--speed', ''], '--speed must be a whole number from 1 to 600'],
    [['replay', 'x', '--speed', '1.5'], '--speed must be a whole number from 1 to 600'],
    [['replay', 'x', '--title', 'Обвал'], "Unknown option '--title'"],
    [['market', 'withdraw'], 'did you mean: market resume [ID], market withdraw ID'],
    [['market', 'withdraw', 'a', 'b'], 'did you mean: market resume [ID], market withdraw ID'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await plecho(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`plecho: ${message}`);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

it('is what `npm run plecho` runs', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tools/plecho.mjs'), '--help']);
  expect(stdout).toBe((await plecho('--help')).out);
});

it('prints help', async () => {
  expect(await plecho('--help')).toMatchObject({ code: 0, out: expect.stringContaining('ledger check') });
  expect((await plecho()).out).toContain('restore FILE');
});

it.each([
  ['ledger', 'check'],
  ['backup', join(folder, 'nothing.gz')],
  ['market', 'resume'],
])('%s makes no database where there is none, but says so', async (...args) => {
  const nowhere = join(folder, 'nowhere');
  expect(await runPlecho('', nowhere, args)).toEqual({
    ...{ code: 1, out: '' },
    err: `plecho: there is no installation in ${nowhere}: is DATABASE_URL or DATA_DIR not set?\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
});

describe('ledger check', () => {
  it('prints the figures of a sound ledger', async () => {
    const { code, out } = await plecho('ledger', 'check');
    expect(code).toBe(0);
    expect(out).toMatch(/^accounts +2$/m);
    expect(out).toMatch(/^issued +2000 USDT$/m);
    expect(out).toContain('ledger: ok');
  });

  it('L2 ends with 1 and names what is wrong', async () => {
    const owner = await connectClient(ownerConfig(target));
    await owner.query("UPDATE ledger_accounts SET balance = balance + 1 WHERE book = 'fees'");
    const { code, out } = await plecho('ledger', 'check');
    await owner.query("UPDATE ledger_accounts SET balance = balance - 1 WHERE book = 'fees'");
    await owner.end();
    expect(code).toBe(1);
    expect(out).toMatch(/^violation: L2 .+ e\.g\. ledger account \d+$/m);
    expect(out).not.toContain('ledger: ok');
  });
});

describe('log', () => {
  it('T1 prints the key that signs, makes a new one, and says that there is no log yet', async () => {
    const first = await plecho('log', 'key');
    expect(first.out).toMatch(/^plecho\.log\/[0-9a-f-]{36}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/);
    const rotated = await plecho('log', 'rotate-key');
    expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining('The old key has signed it.') });
    const second = await plecho('log', 'key');
    expect(rotated.out).toContain(second.out);
    expect(second.out).not.toBe(first.out);
    expect(await plecho('log', 'check')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^plecho: no market has a log/),
    });
    expect(await plecho('log', 'check', 'nowhere')).toMatchObject({
      code: 1,
      err: 'plecho: the market nowhere has no log\n',
    });
  }, 60_000);
});

describe('backup and restore', () => {
  it('go round, and refuse to destroy anything', async () => {
    const file = join(folder, 'backup.gz');
    expect((await plecho('backup', file)).out).toMatch(/2 users, 1 trades/);
    expect(await plecho('backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
    expect(await plecho('restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('add --force') });
    expect(await plecho('restore', file, '--force')).toMatchObject({
      code: 0,
      out: expect.stringContaining('ledger: ok'),
    });
    expect((await plecho('ledger', 'check')).code).toBe(0);
  });
});

describe('operators', () => {
  const PHONE = '+79160000777';

  it('S8 are made, listed and unmade; the secret is printed once and stored as a hash', async () => {
    const owner = await connectClient(ownerConfig(target));
    await owner.query(`INSERT INTO users (phone, password_hash, created_at) VALUES ($1, '', 0)`, [PHONE]);
    expect((await plecho('operator', 'list')).out).toBe('no operators\n');

    const { code, out, err } = await plecho('operator', 'add', '8 916 000-07-77');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const secret = /^operator secret: ([a-z2-9]{5}(-[a-z2-9]{5}){4})$/m.exec(out)?.[1] ?? '';
    expect(out).toContain(`operator: ${PHONE}`);
    const { rows } = await owner.query<{ hash: string }>('SELECT hash FROM operator_secret');
    expect(await verify(rows[0]?.hash ?? '', secret)).toBe(true);
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$/);

    expect((await plecho('operator', 'add', PHONE)).out).toBe(`operator: ${PHONE}\n`);
    expect((await plecho('operator', 'list')).out).toBe(`${PHONE}\n`);
    const renewed = await plecho('operator', 'secret');
    expect(renewed.out).toContain('operator secret: ');
    expect(renewed.out).not.toContain(secret);
    expect((await plecho('operator', 'block', PHONE)).out).toBe(`blocked: ${PHONE}\n`);
    expect((await plecho('operator', 'block', PHONE)).out).toBe(`blocked already: ${PHONE}\n`);
    expect((await plecho('operator', 'list')).out).toBe(`${PHONE}  blocked\n`);
    expect((await plecho('operator', 'unblock', PHONE, '--reason', 'ownRequest')).out).toBe(`not blocked: ${PHONE}\n`);
    const lines = await owner.query({
      text: 'SELECT kind, reason, operator_id FROM account_log ORDER BY id',
      rowMode: 'array',
    });
    expect(lines.rows).toEqual([
      ['blocked', 'conduct', null],
      ['unblocked', 'ownRequest', null],
    ]);
    expect(await plecho('operator', 'block', '+79160000778')).toMatchObject({
      code: 1,
      err: 'plecho: +79160000778 is no operator\n',
    });
    expect((await plecho('operator', 'remove', PHONE)).out).toBe(`no longer an operator: ${PHONE}\n`);
    expect(await plecho('operator', 'remove', PHONE)).toMatchObject({
      code: 1,
      err: `plecho: ${PHONE} is no operator\n`,
    });
    expect(await plecho('operator', 'add', '+79160000778')).toMatchObject({
      code: 1,
      err: 'plecho: nobody is registered with +79160000778\n',
    });
    await owner.query('DELETE FROM users WHERE phone = $1', [PHONE]);
    await owner.end();
  }, 120_000);
});

const row = (minute: number, close = '9.5'): string => {
  const time = 1_770_249_600_000 + minute * 60_000;
  return `${time},9.1,9.9,9.0,${close},10,${time + 59_999},95,3,5,47,0`;
};

describe('dataset', () => {
  it('imports klines once, whatever they are packed in, with a report and its progress', async () => {
    const [link, dot] = [join(folder, 'LINKUSDT-1m-2026-03.csv'), join(folder, 'DOTUSDT-1m-2026-03.csv.gz')];
    writeFileSync(link, [row(0), 'nonsense', row(1), row(4), ''].join('\n'));
    writeFileSync(dot, gzipSync([row(0), row(1), ''].join('\n')));
    const first = await plecho('dataset', 'import', link, dot);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining('LINKUSDT-1m-2026-03.csv: 4 lines') });
    for (const line of ['LINKUSDT: 3 minutes', /csv:2: badRow/, /csv:4: gap: 2 min missing/, 'DOTUSDT: 2 minutes']) {
      expect(first.out).toMatch(line);
    }
    const id = /^dataset: (d-[0-9a-f]{16})$/m.exec(first.out)?.[1];
    expect(first.out).toContain('DOTUSDT и ещё 1, 5 февраля 2026');
    const again = await plecho('dataset', 'import', dot, link);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining(`dataset: ${id} (imported before)`) });
    const owner = await connectClient(ownerConfig(target));
    const { rows } = await owner.query('SELECT symbol, minutes FROM dataset_series WHERE dataset_id = $1 ORDER BY 1', [
      id,
    ]);
    expect(rows).toEqual([
      { symbol: 'DOTUSDT', minutes: 2 },
      { symbol: 'LINKUSDT', minutes: 3 },
    ]);
    await owner.end();
  });

  it('M1 C1 refuses what is no recording in one line, and keeps nothing of it', async () => {
    const bad = join(folder, '4111111111111111USDT-1m-2026-02.csv');
    writeFileSync(bad, row(0));
    const { code, err } = await plecho('dataset', 'import', bad);
    expect([code, err]).toEqual([1, expect.stringContaining('none of the pairs')]);
    const owner = await connectClient(ownerConfig(target));
    expect((await owner.query('SELECT FROM datasets WHERE story IS NULL')).rowCount).toBe(1);
    await owner.end();
  });
});

describe('replay', () => {
  const path = join(folder, 'LINKUSDT-1m-2026-02.csv');

  it('M1 imports klines, reports what is wrong with them by line, and starts a market of the recording', async () => {
    writeFileSync(path, [row(0), row(1), 'nonsense', row(1), row(4), ''].join('\n'));
    const { code, out, err } = await plecho('replay', path, '--from', '2026-02-05T00:01Z', '--speed', '120');
    expect(code, err).toBe(0);
    expect(out).toContain('LINKUSDT: 3 minutes');
    for (const line of [/csv:3: badRow/, /csv:4: duplicate/, /csv:5: gap: 2 min missing/]) expect(out).toMatch(line);
    expect(out).toMatch(/^market: replay-202602050001-[a-z0-9]+$/m);
    const owner = await connectClient(ownerConfig(target));
    const { rows } = await owner.query<Record<string, unknown>>("SELECT * FROM markets WHERE kind = 'replay'");
    expect(rows).toMatchObject([
      {
        ...{
          title: 'Повтор: LINKUSDT, 5 февраля 2026',
          label: 'Повтор: LINKUSDT, 5 февраля 2026',
          ended: false,
        },
        parameters: {
          ...{ sha256: [hash('sha256', readFileSync(path))], from: '2026-02-05T00:01:00.000Z', speed: 120 },
          provenance: 'unverified',
        },
      },
    ]);
    // What it plays is for everybody, like anything that is imported, and for nobody twice.
    const dataset = /^dataset: (d-[0-9a-f]{16})$/m.exec(out)?.[1];
    expect(rows[0]?.['parameters']).toMatchObject({ dataset, symbols: ['LINKUSDT'] });
    const series = await owner.query('SELECT minutes FROM dataset_series WHERE dataset_id = $1', [dataset]);
    expect(series.rows).toEqual([{ minutes: 3 }]);
    expect((await owner.query('SELECT FROM recordings')).rowCount).toBe(0);
    await owner.end();
  });

  it('M1 refuses a pair that the product does not know', async () => {
    const odd = join(folder, 'TG79161234567XXUSDT-1m-2026-02.csv');
    writeFileSync(odd, row(0));
    expect(await plecho('replay', odd)).toMatchObject({
      code: 1,
      err: expect.stringContaining('TG79161234567XXUSDT is none of the pairs that Плечо knows'),
    });
  });

  it('M1 is withdrawn, once, and nothing else can be', async () => {
    const owner = await connectClient(ownerConfig(target));
    const { rows } = await owner.query<{ id: string }>("SELECT id FROM markets WHERE kind = 'replay'");
    const id = rows[0]?.id ?? '';
    const first = await plecho('market', 'withdraw', id);
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`withdrawn: ${id}`) });
    for (const other of [id, 'main', 'nowhere']) {
      expect(await plecho('market', 'withdraw', other)).toEqual({
        ...{ code: 1, out: '', err: `plecho: «${other}» is no replay that could be withdrawn\n` },
      });
    }
    expect((await owner.query('SELECT FROM markets WHERE withdrawn')).rowCount).toBe(1);
    await owner.end();
  });

  it('refuses a start outside the recording, a file of something else and a missing one', async () => {
    const late = await plecho('replay', path, '--from', '2026-02-06');
    expect(late).toMatchObject({ code: 2, err: expect.stringContaining('--from must lie in the recording') });
    const bad = await plecho('replay', path, '--from', 'yesterday');
    expect(bad).toMatchObject({ code: 2, err: expect.stringContaining('not «yesterday»') });
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'x');
    expect(await plecho('replay', other)).toMatchObject({ code: 1, err: expect.stringContaining('notes.txt') });
    const missing = await plecho('replay', join(folder, 'ETHUSDT-1m-x.csv'));
    expect(missing.code).toBe(1);
    expect(missing.err.trim().split('\n')).toHaveLength(1);
  });
});
