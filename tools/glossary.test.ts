import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
const SKIPPED = new Set(['node_modules', 'dist']);

/** Rows of the glossary's tables as their cells; a table's head and the line below it are none. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (.+) \|\n(?!\| -)/gm)]
    .map(([, row]) => (row ?? '').split('|').map((cell) => cell.trim()))
    .filter(([first]) => !/^-+$/.test(first ?? ''));
const pathsIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');

const [terms = '', unused = ''] = glossary.split('## Not used');
const homes = rowsOf(terms).map(([term = '', , , home = '']) => ({ term, paths: pathsIn(home) }));
const banned = rowsOf(unused).flatMap(([word = '', , scope = '']) =>
  pathsIn(scope).map((folder) => ({ word, folder })),
);

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* walk(path);
    } else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The language's own. */
const OF_THE_LANGUAGE = /\b(allSettled|PromiseSettledResult|onSettled)\b/g;
/** What is settled wherever it is spoken of: an operation. */
const OF_OPERATIONS = /\b(settleOperation|settlements?|settler)\b/g;
const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** Identifiers in `code` that begin with `word`, or have a part that does. */
function uses(code: string, word: string): string[] {
  const names =
    code
      .replaceAll(COMMENTS_AND_TEXTS, '')
      .replaceAll(OF_THE_LANGUAGE, '')
      .replaceAll(OF_OPERATIONS, '')
      .match(/[A-Za-z_$][\w$]*/g) ?? [];
  const begins = new RegExp(`(?:^|_)${word}`, 'i');
  const isOne = (name: string): boolean =>
    name.toLowerCase().startsWith(word) || begins.test(name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2'));
  return [...new Set(names.filter(isOne))];
}

const files = new Map<string, { path: string; code: string }[]>();
function filesIn(folder: string): { path: string; code: string }[] {
  const known = files.get(folder);
  if (known !== undefined) return known;
  const found = [...walk(join(root, folder))].map((path) => ({ path, code: readFileSync(path, 'utf8') }));
  files.set(folder, found);
  return found;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '');

describe('the glossary', () => {
  it('has every term once, each with a home', () => {
    expect(homes.length).toBeGreaterThan(40);
    expect(homes.filter(({ paths }) => paths.length !== 1)).toEqual([]);
    const all = homes.map(({ term }) => term);
    expect(all).toEqual([...new Set(all)]);
  });

  it('names homes that are there and have the word', () => {
    const wrong = homes.filter(({ term, paths: [home = ''] }) => {
      const path = join(root, home);
      return !existsSync(path) || !plain(readFileSync(path, 'utf8')).includes(plain(term));
    });
    expect(wrong).toEqual([]);
  });

  it.each(banned)('«$word» is not used in $folder', ({ word, folder }) => {
    const found = filesIn(folder).flatMap(({ path, code }) => {
      const name = path.slice(root.length + folder.length);
      return uses(`${name.replaceAll(/[/.-]/g, '_')} ${code}`, word).map((use) => `${path.slice(root.length)}: ${use}`);
    });
    expect(found).toEqual([]);
  });

  it('finds a word in an identifier and in the name of a file, but not in a comment, a text or another word', () => {
    const code = `/* settle */ const settled = 'settle'; // settle\n unsettled(reSettle, SETTLE_MS, onSettled, settleOperation)`;
    expect(uses(code, 'settl')).toEqual(['settled', 'reSettle', 'SETTLE_MS']);
    expect(uses('const ideal = orderBook', 'deal')).toEqual([]);
    expect(uses('_network_settle_ts', 'settl')).toEqual(['_network_settle_ts']);
  });
});
