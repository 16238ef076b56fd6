/**
 * `npm start`: everything a fresh machine needs, then the product on http://localhost:3000.
 * Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, withBinaries } from './lib/paths.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const say = (line) => console.log(`Плечо · ${line}`);

/** npm hands on the Ctrl+C that the terminal has sent to everybody: what comes within this time is one request. */
const SAME_REQUEST_MS = 1_000;

function runServer(node) {
  const child = spawn(node, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: withBinaries(),
    stdio: ['ignore', 'inherit', 'inherit'],
    // Out of the terminal's reach: Ctrl+C must not stop the database before the server has finished with it.
    detached: process.stdin.isTTY,
  });
  let askedAt = -Infinity;
  const pass = (signal) => {
    const now = performance.now();
    if (now - askedAt > SAME_REQUEST_MS) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    askedAt = now;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));
  child.once('error', (error) => fail(error));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1);
  });
}

function fail(error) {
  console.error(`Плечо · ${error.message}`);
  process.exitCode = 1;
}

try {
  await ensureInstalled(say);
  const node = findNode24();
  await ensureWebBuilt(node, say);
  say('Запускаю сервер…');
  runServer(node);
} catch (error) {
  fail(error);
}
