import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './paths.mjs';

const execute = promisify(execFile);
const CACHE = join(root, 'node_modules/.cache/plecho/debian');
const APT_TIMEOUT_MS = 3 * 60_000;
/** Where servers are put, and the PATH of most people does not lead to. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * @typedef {object} Program that is ready to be run
 * @property {string} path
 * @property {Record<string, string>} env what its environment needs besides everything else
 */

/** There is no such program here, and none can be had; the message is one line to act on. */
export class MissingProgram extends Error {}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Program | undefined} where the machine, or whoever set the variable, has it */
function present(name, variable, env) {
  const given = env[variable];
  if (given) {
    if (isExecutable(given)) return { path: given, env: {} };
    throw new MissingProgram(`${variable}=${given}: there is no program`);
  }
  const folders = [...(env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS].filter((folder) => folder !== '');
  const path = folders.map((folder) => join(folder, name)).find(isExecutable);
  return path === undefined ? undefined : { path, env: {} };
}

const entriesOf = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** What a program of a package needs that was unpacked here, with the libraries that this machine lacks beside it. */
function librariesIn(folder) {
  const base = join(folder, 'usr/lib');
  const libraries = entriesOf(base).filter((entry) => entry.endsWith('-linux-gnu'));
  return libraries.length === 0 ? {} : { LD_LIBRARY_PATH: libraries.map((entry) => join(base, entry)).join(delimiter) };
}

/** @returns {Program | undefined} of a package that was unpacked here */
function unpacked(name, folder) {
  const path = ['usr/sbin', 'usr/bin'].map((place) => join(folder, place, name)).find(isExecutable);
  return path === undefined ? undefined : { path, env: librariesIn(folder) };
}

/** Fetches packages of Debian and unpacks them, without becoming root. */
class Packages {
  /** @param {string} folder to work in @param {NodeJS.ProcessEnv} env */
  constructor(folder, env) {
    this.folder = folder;
    this.run = (command, ...args) => execute(command, args, { cwd: folder, env, timeout: APT_TIMEOUT_MS });
  }

  /** Unpacks the package, and those that it needs and this machine lacks. @returns where its files are */
  async unpack(packageName) {
    await this.#download(packageName, []).catch(async () => this.#download(packageName, await this.#ownLists()));
    const files = join(this.folder, 'files');
    for (const entry of readdirSync(this.folder).filter((each) => each.endsWith('.deb'))) {
      await this.run('dpkg', '-x', entry, files);
    }
    return files;
  }

  async #download(packageName, options) {
    const plan = await this.run('apt-get', ...options, '-s', 'install', '--no-install-recommends', packageName);
    const missing = [...plan.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    await this.run('apt-get', ...options, 'download', ...new Set([packageName, ...missing]));
  }

  /** Lists of packages of our own: those of the system may be missing, and only root can fetch them. */
  async #ownLists() {
    const [lists, cache] = [join(this.folder, 'lists'), join(this.folder, 'cache')];
    for (const part of [join(lists, 'partial'), join(cache, 'archives/partial')]) mkdirSync(part, { recursive: true });
    const options = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`];
    await this.run('apt-get', ...options, 'update');
    return options;
  }
}

async function unpack(name, packageName, env) {
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(join(CACHE, `${name}-`));
  try {
    const files = await new Packages(partial, env).unpack(packageName);
    // Whole or not at all: one that is killed here leaves nothing half-made, and of two the first one wins.
    if (!existsSync(join(CACHE, name))) renameSync(files, join(CACHE, name));
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * What `find` finds, if need be after a package of Debian was fetched and unpacked.
 * @throws MissingProgram
 */
async function fetched(name, packageName, env, find, remedy) {
  const found = find();
  if (found !== undefined) return found;
  let reason = '';
  try {
    await unpack(name, packageName, env);
  } catch (error) {
    reason = ` (${String(error.message).trim().split('\n').at(-1)})`;
  }
  const unpackedNow = find();
  if (unpackedNow !== undefined) return unpackedNow;
  throw new MissingProgram(`No ${name} here, and none could be fetched from Debian${reason}: ${remedy}`);
}

/**
 * A server program: where its variable says, in PATH, else the one of Debian, which is fetched once and unpacked beside
 * the dependencies. Nothing is installed, and nobody has to be root.
 *
 * @param {{ name: string, variable: string, packageName?: string }} wanted
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Program>}
 * @throws MissingProgram
 */
export async function findProgram({ name, variable, packageName = name }, env = process.env) {
  const find = () => present(name, variable, env) ?? unpacked(name, join(CACHE, name));
  return fetched(name, packageName, env, find, `install it or set ${variable}`);
}

/**
 * A folder of a package of Debian that is no program, in the same way.
 *
 * @param {{ packageName: string, folder: string }} wanted
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>}
 * @throws MissingProgram
 */
export async function findFolder({ packageName, folder }, env = process.env) {
  const find = () => ['/', join(CACHE, packageName)].map((place) => join(place, folder)).find(existsSync);
  return fetched(packageName, packageName, env, find, 'install the package');
}

const POSTGRESQL = 'postgresql';

/**
 * PostgreSQL as a site has it, with its tools for backups, which do not come with the embedded one.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Program>} the folder of its programs
 * @throws MissingProgram
 */
export async function findPostgresql(env = process.env) {
  const cache = join(CACHE, POSTGRESQL);
  const programsIn = (place, own) => {
    const versions = join(place, 'usr/lib/postgresql');
    return entriesOf(versions).map((version) => ({ path: join(versions, version, 'bin'), env: own }));
  };
  const find = () =>
    [...programsIn('/', {}), ...programsIn(cache, librariesIn(cache))].find(({ path }) =>
      ['initdb', 'pg_verifybackup', 'psql'].every((name) => isExecutable(join(path, name))),
    );
  return fetched(POSTGRESQL, POSTGRESQL, env, find, 'install the package');
}

/** The messages between processes. */
export const NATS = { name: 'nats-server', variable: 'NATS_SERVER_PATH' };
/** The load balancer in front of the edges. */
export const HAPROXY = { name: 'haproxy', variable: 'HAPROXY_PATH' };
/** Another one, for sites that have it already. */
export const NGINX = { name: 'nginx', variable: 'NGINX_PATH' };
/** Builds the verifier of logs that nobody here wrote. */
export const GO = { name: 'go', variable: 'GO_PATH', packageName: 'golang-go' };
/** What that verifier consists of: golang.org/x/mod, as sources. */
export const GO_MOD = { packageName: 'golang-golang-x-mod-dev', folder: 'usr/share/gocode/src/golang.org/x/mod' };
/** Tells programs another time than the machine's: a library that is loaded before theirs. */
export const FAKETIME = {
  packageName: 'libfaketime',
  folder: `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime`,
};
