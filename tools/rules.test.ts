import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'tools', 'docs'];
const SKIPPED = new Set(['node_modules', 'dist', 'screenshots']);

/** An id of a rule standing by itself: no generic parameter, price level or path of an icon looks like this. */
const ID = /\b(?:C|L|E|S|M|O|N|P|T)\d{1,2}\b/g;
const TITLE = /\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/gs;
const COMMENT = /[Rr]ules? ([A-Z]\d{1,2}(?:(?:,| and| to|…) ?[A-Z]\d{1,2})*)/g;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (/\.(ts|tsx|md)$/.test(entry.name)) yield path;
  }
}

const files = FOLDERS.flatMap((folder) => [...walk(join(root, folder))]).map((path) => ({
  path: path.slice(root.length),
  text: readFileSync(path, 'utf8'),
}));
const rulebook = readFileSync(join(root, 'docs/rules.md'), 'utf8');
const defined = [...rulebook.matchAll(/^- \*\*([A-Z]\d{1,2})\*\* /gm)].map((match) => match[1] ?? '');

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const idsIn = (text: string): string[] => text.match(ID) ?? [];
const titles = files
  .filter(({ path }) => isTest(path))
  .flatMap(({ path, text }) => [...text.matchAll(TITLE)].map((match) => ({ path, title: match[2] ?? '' })));

describe('the rulebook', () => {
  it('defines every rule once', () => {
    expect(defined.length).toBeGreaterThan(30);
    expect(defined).toEqual([...new Set(defined)]);
  });

  it('defines every id that a test quotes in its title', () => {
    const unknown = titles.flatMap(({ path, title }) =>
      idsIn(title)
        .filter((id) => !defined.includes(id))
        .map((id) => `${path}: ${id} in «${title}»`),
    );
    expect(unknown).toEqual([]);
  });

  it('defines every rule that a comment or a document names', () => {
    const unknown = files.flatMap(({ path, text }) =>
      [...text.matchAll(COMMENT)]
        .flatMap((match) => idsIn(match[1] ?? ''))
        .filter((id) => !defined.includes(id))
        .map((id) => `${path}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has no rule that no test holds', () => {
    const held = new Set(titles.flatMap(({ title }) => idsIn(title)));
    expect(defined.filter((id) => !held.has(id))).toEqual([]);
  });
});
