import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, withoutBinaries } from './paths.mjs';
import { run } from './run.mjs';

const INSTALL_TIMEOUT_MS = 10 * 60_000;

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/** True when npm's own record of what it installed has everything the lock file asks for, in the same versions. */
export function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (entry.optional || entry.peer) return true;
    const installed = present[path];
    return installed !== undefined && installed.version === entry.version && existsSync(join(root, path));
  });
}

/**
 * Installs the dependencies when they are missing or older than the lock file.
 * @param {(line: string) => void} say
 * @throws Error when npm fails
 */
export async function ensureInstalled(say) {
  if (isInstalled()) return;
  say('Устанавливаю зависимости (npm ci), один раз, обычно меньше минуты…');
  const options = { env: withoutBinaries(), timeoutMs: INSTALL_TIMEOUT_MS };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run('npm', ['ci', ...quiet], options)).code === 0) return;
  say('npm ci не удался, пробую npm install…');
  if ((await run('npm', ['install', ...quiet], options)).code === 0) return;
  throw new Error('npm не смог установить зависимости: проверьте доступ к реестру npm и место на диске.');
}
