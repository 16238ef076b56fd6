import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { TableGrants } from './grant-kinds.ts';
import { FUNCTIONS } from './function-grants.ts';
import { TABLES } from './grants.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/database-rights.md', import.meta.url));

const WORDS: Record<string, string> = { none: 'nothing', select: 'read', insert: 'set in a new row', update: 'change' };
const inWords = (rights: string): string =>
  rights
    .split(' ')
    .map((verb) => WORDS[verb] ?? verb)
    .join(', ');
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function section([table, { columns, delete: mayDelete, why }]: [string, TableGrants]): string {
  const rows = Object.entries(columns).map(([rights, names]) => `| ${code(names)} | ${inWords(rights)} |`);
  const deleted = mayDelete === true ? 'Rows may be deleted.' : 'Rows stay.';
  return [`### ${table}`, '', `${why} ${deleted}`, '', '| columns | may |', '| --- | --- |', ...rows, ''].join('\n');
}

function page(): string {
  const functions = Object.entries(FUNCTIONS).map(
    ([name, { as, execute, why }]) => `| \`${name}\` | ${execute === true ? 'yes' : 'no'} | the ${as} | ${why} |`,
  );
  return `# What the application's database role may do

The server serves requests as a role of its own, \`DATABASE_app\`. At every start its owner takes everything from the role
and from everybody, and gives the role what stands here and nothing else: no other table, column or function, nothing
of the catalogue that needs a right, no temporary tables, no roles. The owner's connection is used by the start, which
brings the schema up to date and makes the main market, and by the command line. Why it is so:
[decision 29](decisions/0029-one-table-of-grants.md).

This page is written from \`apps/server/src/storage/grants.ts\` by its test (\`npx vitest run grants -u\`).

## Tables

${Object.entries(TABLES).map(section).join('\n')}
## Functions

| function | may be called | works with the rights of | why |
| --- | --- | --- | --- |
${functions.join('\n')}
`;
}

it('S12 the page about the rights is committed as it is; `npx vitest run grants -u` writes it anew', async () => {
  await expect(page()).toMatchFileSnapshot(PAGE);
});
