import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['packages', 'apps', 'e2e', 'tools', 'bench'];
const SKIPPED = new Set(['node_modules', 'dist']);
const TEST = /\.(test|spec)\.tsx?$|\/(e2e\/support|apps\/server\/test|cluster\/test)\//;
/** Less is not enough for what comes in a moment on a machine that is not busy. */
const LEAST_MS = 30_000;

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* filesIn(path);
    } else if (TEST.test(path)) yield path;
  }
}

/** What stands between the parentheses that open at `at`. */
function argumentsAt(code: string, at: number): string {
  let depth = 0;
  for (let end = at; end < code.length; end += 1) {
    if (code[end] === '(') depth += 1;
    if (code[end] === ')') depth -= 1;
    if (depth === 0) return code.slice(at, end);
  }
  return code.slice(at);
}

/** Waits of a test that give up before a busy machine has come that far. */
function impatience(code: string): string[] {
  const short = [...code.matchAll(/\btimeout: ([\d_]+)/g)].filter(
    ([, ms = '']) => Number(ms.replaceAll('_', '')) < LEAST_MS,
  );
  // Vitest and Testing Library give up after a second; `expect.poll` is told otherwise in vitest.config.ts.
  const untold = [...code.matchAll(/\bvi\.wait(?:For|Until)\(/g)].filter(({ 0: call, index }) => {
    return !/timeout:|PATIEN/.test(argumentsAt(code, index + call.length - 1));
  });
  const isWaiting = /@testing-library\/react/.test(code) && /\bfind(All)?By\w+\(|(?<!\.)\bwaitFor\(/.test(code);
  const told = /asyncUtilTimeout: (\d+_\d{3})/.test(code);
  return [...short, ...untold].map(([found]) => found).concat(isWaiting && !told ? ['asyncUtilTimeout'] : []);
}

describe('tests wait for what must come', () => {
  it('as long as a busy machine takes', () => {
    const own = fileURLToPath(import.meta.url);
    const found = FOLDERS.flatMap((folder) => [...filesIn(join(root, folder))])
      .filter((path) => path !== own)
      .flatMap((path) => impatience(readFileSync(path, 'utf8')).map((what) => `${relative(root, path)}: ${what}`));
    expect(found).toEqual([]);
  });

  it.each([
    ['await expect.poll(read, { timeout: 5_000 }).toBe(1)', ['timeout: 5_000']],
    ['await vi.waitFor(() => expect(read()).toBe(1))', ['vi.waitFor(']],
    ['await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })', []],
    ["import { screen } from '@testing-library/react'; await screen.findByText('a')", ['asyncUtilTimeout']],
    ['await expect.poll(read).toBe(1)', []],
  ])('%s', (code, found) => expect(impatience(code)).toEqual(found));
});
