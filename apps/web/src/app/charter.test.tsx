import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, configure, render, screen } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { NoticeBar } from '@/features/header/notice-bar.tsx';

configure({ asyncUtilTimeout: 60_000 });

const NOTICE =
  'Учебный тренажёр: деньги и монеты здесь не настоящие. Никто не вправе просить вас перевести сюда настоящие деньги.';

const web = join(import.meta.dirname, '../..');
const flat = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** Every source of the page that isn't a test, with its path. */
const sources = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(web, 'src', file), 'utf8') }));

const filesWith = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

afterEach(cleanup);

describe('C5 the notice stands', () => {
  it('C5 says its words, leads to /safety and has nothing to close it with', async () => {
    const root = createRootRoute({ component: NoticeBar });
    const start = createRoute({ getParentRoute: () => root, path: '/' });
    const router = createRouter({ routeTree: root.addChildren([start]), history: createMemoryHistory() });
    render(<RouterProvider router={router as never} />);
    const link = await screen.findByRole('link');
    expect(flat(link.textContent)).toBe(NOTICE);
    expect(link.getAttribute('href')).toBe('/safety');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('C5 stands in index.html before any script has run', () => {
    const page = new DOMParser().parseFromString(readFileSync(join(web, 'index.html'), 'utf8'), 'text/html');
    const link = page.querySelector('#root a[href="/safety"]');
    expect(flat(link?.textContent)).toBe(NOTICE);
  });

  it('C5 is drawn by the frame of every screen, outside of what a screen can change', () => {
    expect(filesWith(/<NoticeBar\b/)).toEqual(['app/root-layout.tsx']);
    expect(filesWith(/createRootRoute\(/)).toEqual(['app/router.tsx']);
  });
});

describe('C1 no real money', () => {
  it('C1 no field asks for a card, a bank account or a document', () => {
    expect(filesWith(/autoComplete=["'{]\s*["']?cc-/)).toEqual([]);
    // Operators import recorded prices; the server keeps nothing of a file but the candles in it. A proof stays in the page.
    const withFiles = ['features/admin/upload-panel.tsx', 'features/proof/file-drop.tsx'];
    expect(filesWith(/type=["']file["']/)).toEqual(withFiles);
    expect(filesWith(/\baccept=/)).toEqual(withFiles);
    expect(filesWith(/accept=["']\.json["']/)).toEqual(['features/proof/file-drop.tsx']);
    expect(filesWith(/accept=["']\.csv,\.gz,\.zip["']/)).toEqual(['features/admin/upload-panel.tsx']);
    expect(filesWith(/(label|placeholder|aria-label)=[^>\n]*(номер карты|CVV|CVC|IBAN|паспорт|реквизит)/i)).toEqual([]);
  });
});

describe('S7 no outside origins', () => {
  it('S7 links lead outside, but nothing is loaded from there', () => {
    const page = readFileSync(join(web, 'index.html'), 'utf8');
    expect(page).not.toMatch(/https?:\/\//);
    expect(filesWith(/(src|srcSet|poster|action)=["'{`]*https?:/)).toEqual([]);
    expect(filesWith(/fetch\(\s*["'`]https?:/)).toEqual([]);
  });

  it('S1 nothing but choices, what is public of the logs and intents of unknown outcome is kept in the browser', () => {
    expect(filesWith(/\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b/).toSorted()).toEqual([
      'api/intents/intent-store.ts',
      'lib/text-store.ts',
    ]);
  });
});
