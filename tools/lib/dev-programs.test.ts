import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../apps/server/src/config.ts';
import { devPrograms } from './dev-programs.mjs';
import { root } from './paths.mjs';

const programsOf = (withExchange: boolean, env: Record<string, string>) => devPrograms({ withExchange, env });

it('npm run dev starts programs that are there, the server with the settings it was given', () => {
  const { programs, env } = programsOf(false, { PORT: '4000' });
  expect(env).toEqual({ PORT: '4000' });
  expect(programs).toHaveLength(2);
  for (const args of programs) {
    const file = args.find((arg) => /\.(ts|js)$/.test(arg)) ?? '';
    expect(existsSync(file.startsWith('/') ? file : join(root, file)), file).toBe(true);
  }
});

it('with --exchange the server follows the stand-in where it listens, and keeps away from other data', () => {
  const { programs, env } = programsOf(true, { PORT: '4000' });
  const [exchange = []] = programs;
  expect(existsSync(join(root, exchange[0] ?? ''))).toBe(true);
  const port = exchange[exchange.indexOf('--port') + 1];
  const { marketNames, binance, dataDir, port: own } = loadConfig(env);
  expect([marketNames, own]).toEqual([['binance', 'synthetic'], 4_000]);
  expect([binance.restUrl.host, binance.streamUrl.host]).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
  expect(dataDir).not.toBe(loadConfig({}).dataDir);
  expect(loadConfig(programsOf(true, { DATA_DIR: '/var/elsewhere' }).env).dataDir).toBe('/var/elsewhere');
});
