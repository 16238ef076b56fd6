import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SERVER } from '../../../../tools/lib/build.mjs';
import { root } from '../../../../tools/lib/paths.mjs';

/** What a version that follows has more than this one: a column, the right to read it, and batches that write it. */
const CHANGES: [what: RegExp, into: string][] = [
  [
    /("\d{3}-[a-z-]+": \w+)(\n\};)/g,
    '$1,\n"999-next": { up: (db) => db.schema.alterTable("trades").addColumn("writer", "text").execute() }$2',
  ],
  [
    /(= tableOf\("trades", \{\s+id: )(\w+)(\.bigint)/g,
    '= tableOf("trades", { writer: $2.optionalText(() => "next"), id: $2$3',
  ],
  [/(\btrades: \{\s+columns: \{ select: \[)/g, '$1 "writer",'],
];

/**
 * Makes a version that follows this one from what was built of this one.
 * @param folder an empty place for it
 * @returns its program
 * @throws Error when what is to be changed is not there once
 */
export function makeNextVersion(folder: string): string {
  const built = dirname(SERVER);
  // As far from the root as the sources: some modules find what they need by their own place.
  const place = join(folder, 'apps/server/dist');
  mkdirSync(place, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'apps/web'), join(folder, 'apps/web'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const found = CHANGES.map(() => 0);
  for (const file of readdirSync(built)) {
    let text = readFileSync(join(built, file), 'utf8');
    for (const [n, [what, into]] of CHANGES.entries()) {
      found[n] = (found[n] ?? 0) + [...text.matchAll(what)].length;
      text = text.replace(what, into);
    }
    writeFileSync(join(place, file), text);
  }
  if (found.some((times) => times !== 1)) throw new Error(`found to change: ${found.join(', ')} times`);
  return join(place, basename(SERVER));
}
