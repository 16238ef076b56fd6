/**
 * `npm run dev`: the server restarts on change, the page reloads itself; all stop together. With `-- --exchange` a
 * stand-in for the exchange plays the main market, in a data directory of its own.
 */
import { spawn } from 'node:child_process';
import { devPrograms } from './lib/dev-programs.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, serverEnvironment } from './lib/paths.mjs';

const say = (line) => console.log(`Плечо · ${line}`);

await ensureInstalled(say);
const node = findNode24();
const { programs, env } = devPrograms({ withExchange: process.argv.includes('--exchange'), env: serverEnvironment() });
say('Страница: http://localhost:5173, запросы к /api идут на сервер.');
// Each in a group of its own: a Ctrl+C of the terminal reaches this process alone, and the server is told to stop once.
const children = programs.map((args) => spawn(node, args, { cwd: root, env, stdio: 'inherit', detached: true }));

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) child.once('exit', stop);
