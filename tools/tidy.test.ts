import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', 'playwright-report', '.git']);

interface SourceFile {
  path: string;
  text: string;
  lines: number;
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  return { path: relative(root, path), text, lines: text.split('\n').length };
}

const files = [...walk(root)]
  .filter((path) => /\.(ts|tsx|mjs|cjs|css|html|md|sql|ya?ml|sh)$|\.ci\/run$/.test(path))
  .map(read);
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file.path));
const sources = code.filter((file) => !isTest(file.path));

/** The length below which the given share of the source files lies. */
function quantile(share: number): number {
  const lengths = sources.map((file) => file.lines).toSorted((a, b) => a - b);
  return lengths[Math.floor((lengths.length - 1) * share)] ?? 0;
}

const matching = (list: SourceFile[], pattern: RegExp): string[] =>
  list.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  );

describe('size of source files', () => {
  it('none is above 500 lines', () => {
    expect(sources.filter((file) => file.lines > 500).map((file) => `${file.path} ${file.lines}`)).toEqual([]);
  });

  it('half are at most 85 lines, nine of ten at most 250', () => {
    expect(quantile(0.5)).toBeLessThanOrEqual(85);
    expect(quantile(0.9)).toBeLessThanOrEqual(250);
  });
});

describe('nothing is left lying about', () => {
  it('no marks of unfinished work', () => {
    const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
    expect(matching(files, mark)).toEqual([]);
  });

  it('no test is switched off or singled out', () => {
    const tests = code.filter((file) => isTest(file.path));
    expect(matching(tests, /\b(it|test|describe)\.(skip|only|todo|fixme)\b/)).toEqual([]);
  });

  it('no path of a developer machine', () => {
    expect(matching(files, new RegExp(`(^|[\\s'"\`(=:])/(${['work', 'home', 'Users'].join('|')})/`))).toEqual([]);
  });
});

describe('one place for each concern', () => {
  const product = sources.filter((file) => /^(apps|packages)\/[^/]+\/src\//.test(file.path));

  const web = sources.filter((file) => file.path.startsWith('apps/web/'));

  it('only config.ts reads the environment; handing all of it to a child process is no reading', () => {
    const others = product.filter((file) => file.path !== 'apps/server/src/config.ts');
    expect(matching(others, /(?<!\.\.\.)\bprocess\.env\b|\benv\b.*from 'node:process'/)).toEqual([]);
  });

  it("a venue's words stay in the feeds", () => {
    const venue = product.filter((file) => !/^apps\/web\/|\/src\/(feeds|cli|storage)\//.test(file.path));
    expect(matching(venue, /\bklines?\b|binance\.(com|vision)/i)).toEqual([]);
  });

  it('what a first screen loads makes no Intl formatter before it is asked for one', () => {
    expect(matching(web, /^(export )?const \w+ = new Intl\./)).toEqual([]);
  });

  it('the browser is never handed markup as text', () => {
    expect(matching(web, /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|\beval\(|new Function\(/)).toEqual(
      [],
    );
  });
});
