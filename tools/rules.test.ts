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
/** What is said to be broken: by an exception of the database, a line of the ledger check, or the auditor. */
const FINDING = /(?:RAISE EXCEPTION '|\bid: '|#?report\(\s*')([A-Z]\d{1,2})\b/g;

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
/** What runs where people are served, and nothing that only tests or measures it. */
const isServing = (path: string): boolean =>
  /^(apps|packages)\/(?!testkit)[\w-]+\/(src|worker)\//.test(path) && !isTest(path) && !path.includes('/testing/');
const idsIn = (text: string): string[] => text.match(ID) ?? [];
const namedIn = (text: string): string[] =>
  [COMMENT, FINDING].flatMap((named) => [...text.matchAll(named)].flatMap((match) => idsIn(match[1] ?? '')));
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

  it('defines every rule that a comment, a document, the database, the ledger check or the auditor names', () => {
    const unknown = files.flatMap(({ path, text }) =>
      namedIn(text)
        .filter((id) => !defined.includes(id))
        .map((id) => `${path}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has no rule that the code which serves it does not name', () => {
    const named = new Set(files.filter(({ path }) => isServing(path)).flatMap(({ text }) => namedIn(text)));
    expect(defined.filter((id) => !named.has(id))).toEqual([]);
  });

  it('has no rule that no test holds', () => {
    const held = new Set(titles.flatMap(({ title }) => idsIn(title)));
    expect(defined.filter((id) => !held.has(id))).toEqual([]);
  });
});
