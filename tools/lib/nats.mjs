import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const DOWNLOAD_TIMEOUT_MS = 2 * 60_000;
const ANSWER_TIMEOUT_MS = 10_000;
const unpacked = join(root, 'node_modules/.cache/plecho/nats-server');
const own = join(unpacked, 'usr/sbin/nats-server');

/** For whoever runs tests that need it. */
export const NO_NATS =
  'no NATS server could be found or fetched: install nats-server, or set NATS_SERVER_PATH to where it is';

function works(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: ANSWER_TIMEOUT_MS }).status === 0;
}

function find() {
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'nats-server'));
  return [process.env.NATS_SERVER_PATH, ...inPath, '/usr/sbin/nats-server', own].find((path) => path && works(path));
}

const download =
  'cd "$1" && apt-get -o APT::Sandbox::User=root download -qq nats-server && dpkg -x nats-server_*.deb .';

/** Debian's, without installing it: that would take root, and would start it. Several may do so at once. */
async function fetchFromDebian() {
  mkdirSync(dirname(unpacked), { recursive: true });
  const folder = mkdtempSync(`${unpacked}-`);
  const { code } = await run('sh', ['-c', download, 'sh', folder], { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  if (code === 0 && !works(own)) {
    rmSync(unpacked, { recursive: true, force: true });
    renameSync(folder, unpacked);
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A NATS server for the tests: the one of NATS_SERVER_PATH, one that is installed, else Debian's.
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; undefined when none could be had
 */
export async function ensureNats(say) {
  const present = find();
  if (present !== undefined || process.platform !== 'linux') return present;
  say('No NATS server found, fetching the one of Debian…');
  await fetchFromDebian();
  const fetched = find();
  if (fetched !== undefined) return fetched;
  say('That did not work, asking Debian for its newest list of packages first…');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command, ...args] = [...asRoot, 'apt-get', 'update', '-qq'];
  await run(command, args, { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  await fetchFromDebian();
  return find();
}
