import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, withBinaries } from './paths.mjs';
import { run } from './run.mjs';

/** The built server: what `npm start` runs. */
export const SERVER = join(root, 'apps/server/dist/main.js');
/** The built command line: what `npm run plecho` runs. */
export const COMMAND_LINE = join(root, 'apps/server/dist/plecho.js');

/**
 * @typedef {object} Build
 * @property {string} folder an app with a `vite.config.ts`
 * @property {string} name for the person who waits
 * @property {string[]} inputs what it is made of
 * @property {string} output a file that is there when it has been built
 */

const packages = ['contract', 'domain', 'network', 'proofs', 'synthetic'].map((name) => `packages/${name}/src`);
const partsOf = (folder) => ['package.json', 'vite.config.ts', 'src'].map((part) => `${folder}/${part}`);

/** @type {Build[]} */
const builds = [
  {
    ...{ folder: 'apps/web', name: 'страницу', output: join(root, 'apps/web/dist/index.html') },
    inputs: [
      ...['package-lock.json', 'apps/web/index.html', 'apps/web/tsconfig.json', 'apps/web/public'],
      ...['apps/web/worker', ...partsOf('apps/web'), ...packages, 'tools/vite'],
    ],
  },
  {
    ...{ folder: 'apps/server', name: 'сервер', output: COMMAND_LINE },
    inputs: ['package-lock.json', ...partsOf('apps/server'), ...packages, 'tools/vite'],
  },
];

const stampOf = ({ folder }) => join(root, 'node_modules/.cache/plecho', `${folder.replaceAll('/', '-')}-build`);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOfInputs({ inputs }) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesUnder(join(root, input)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function isFresh(build, hash) {
  const stamp = stampOf(build);
  return existsSync(build.output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/**
 * Builds the web app and the server, each unless what was built last came from the same sources.
 * @param {string} node path of Node 24
 * @param {(line: string) => void} say
 * @param {string[]} [folders] of those to build: both
 * @throws Error when a build fails
 */
export async function ensureBuilt(node, say, folders = builds.map(({ folder }) => folder)) {
  for (const build of builds.filter(({ folder }) => folders.includes(folder))) {
    const hash = hashOfInputs(build);
    if (isFresh(build, hash)) continue;
    say(`Собираю ${build.name} (vite build)…`);
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    // A test that is the first to need it runs in an environment of its own, and would build another page.
    const env = { ...withBinaries(), NODE_ENV: 'production' };
    const { code } = await run(node, [vite, 'build', build.folder, '--logLevel', 'warn'], { env });
    if (code !== 0) throw new Error(`Сборка не удалась (${build.folder}): причина выше.`);
    mkdirSync(dirname(stampOf(build)), { recursive: true });
    writeFileSync(stampOf(build), hash);
  }
}
