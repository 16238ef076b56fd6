import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { appOptions } from '../support/app.ts';
import type { Services } from '../../src/api/server.ts';
import { loadStaticFiles } from '../../src/lib/static-files.ts';

const NOTICE =
  'Учебный тренажёр: деньги и монеты здесь не настоящие. Никто не вправе просить вас перевести сюда настоящие деньги.';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const flat = (text: string): string => text.replace(/\s+/g, ' ');

/** The built app where there is one, else the page that it is built from. */
function served(): string {
  if (existsSync(`${web}dist/index.html`)) return `${web}dist`;
  const folder = mkdtempSync(join(tmpdir(), 'plecho-notice-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(`${web}index.html`, join(folder, 'index.html'));
  return folder;
}

describe('C5 the notice stands', () => {
  it('in the page that the server serves, for every address, before any script has run', async () => {
    const pages = await loadStaticFiles(served());
    const app = await createApp({ version: '0', clock: { now: () => 0 } } as Services, appOptions({ pages }));
    for (const url of ['/', '/login', '/register', '/deposit', '/withdraw', '/admin', '/mobile/home', '/nothing']) {
      const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(statusCode, url).toBe(200);
      expect(flat(body), url).toContain(NOTICE);
      expect(body, url).toContain('href="/safety"');
    }
    await app.close();
  });

  it('in the app, above every route', () => {
    const source = `${web}src/`;
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const holders = files.filter(
      (name) => !name.includes('.test.') && flat(readFileSync(source + name, 'utf8')).includes(NOTICE),
    );
    expect(holders).toEqual(['features/header/notice-bar.tsx']);
    const users = files.filter(
      (name) => !name.includes('.test.') && readFileSync(source + name, 'utf8').includes('<NoticeBar'),
    );
    expect(users).toHaveLength(1);
    const bar = readFileSync(`${source}features/header/notice-bar.tsx`, 'utf8');
    expect(bar).not.toMatch(/onClick|useState|hidden|localStorage|dismiss/);
  });
});
