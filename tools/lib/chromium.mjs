import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, withBinaries } from './paths.mjs';
import { run } from './run.mjs';

const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;
const START_TIMEOUT_MS = 60_000;
/** The shell alone has no window, whose own pages would start with each context of a test and cost a second each. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function playwrightsOwn() {
  try {
    return createRequire(join(root, 'e2e', 'package.json'))('@playwright/test').chromium.executablePath();
  } catch {
    return '';
  }
}

/** Whether the program draws an empty page: one that lacks a system library is there and doesn't. */
function works(path) {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--dump-dom', 'about:blank'];
  const page = spawnSync(path, args, { encoding: 'utf8', timeout: START_TIMEOUT_MS });
  return page.status === 0 && page.stdout.includes('<body>');
}

function find() {
  const places = [process.env.CHROMIUM_PATH, ...usualPlaces, playwrightsOwn()];
  return places.find((path) => path && existsSync(path) && works(path));
}

const isRoot = () => process.getuid?.() === 0;

async function installFromDebian() {
  const asRoot = isRoot() ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return run(command, rest, { env, timeoutMs: DOWNLOAD_TIMEOUT_MS });
  };
  await apt('update', '-qq');
  await apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
}

/**
 * A Chromium for the browser tests: one that is there, else Playwright's, else Debian's.
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; undefined when none could be had
 */
export async function ensureChromium(say) {
  const present = find();
  if (present !== undefined) return present;
  say('No Chromium found, installing the one of Playwright…');
  const playwright = join(root, 'node_modules/.bin/playwright');
  const withDeps = isRoot() ? ['--with-deps'] : [];
  const options = { env: withBinaries(), timeoutMs: DOWNLOAD_TIMEOUT_MS };
  await run(playwright, ['install', ...withDeps, '--only-shell', 'chromium'], options);
  const own = find();
  if (own !== undefined || process.platform !== 'linux') return own;
  say('That did not work, installing the one of Debian…');
  await installFromDebian();
  return find();
}
