/** `npm run dev`: the server restarts on change, the page reloads itself; both stop together. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, withBinaries } from './lib/paths.mjs';

const say = (line) => console.log(`Плечо · ${line}`);

await ensureInstalled(say);
const node = findNode24();
const env = withBinaries();
const options = { cwd: root, env, stdio: 'inherit' };
say('Страница: http://localhost:5173, запросы к /api идут на сервер.');
const children = [
  spawn(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], options),
  spawn(node, [join(root, 'node_modules/vite/bin/vite.js'), 'apps/web', '--port', '5173'], options),
];

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.once('exit', stop);
