import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const inputs = [
  'package-lock.json',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/tsconfig.json',
  'apps/web/vite.config.ts',
  'apps/web/public',
  'apps/web/src',
  'packages/contract/src',
  'packages/domain/src',
  'tools/vite',
];
const page = join(root, 'apps/web/dist/index.html');
const stamp = join(root, 'node_modules/.cache/plecho/web-build');

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesUnder(join(root, input)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const isFresh = (hash) => existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/**
 * Builds the web app unless what was built last came from the same sources.
 * @param {string} node path of Node 24
 * @param {(line: string) => void} say
 * @throws Error when the build fails
 */
export async function ensureWebBuilt(node, say) {
  const hash = hashOfInputs();
  if (isFresh(hash)) return;
  say('Собираю страницу (vite build)…');
  const { code } = await run(node, [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    'apps/web',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) throw new Error('Сборка страницы не удалась: причина выше.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
