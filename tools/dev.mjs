/**
 * `npm run dev`: the server restarts on change, the page reloads itself; all stop together. With `-- --exchange` a
 * stand-in for the exchange plays the main market, in a data directory of its own.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { findNode24 } from './lib/node24.mjs';
import { root, serverEnvironment } from './lib/paths.mjs';

const say = (line) => console.log(`Плечо · ${line}`);

await ensureInstalled(say);
const node = findNode24();
const withExchange = process.argv.includes('--exchange');
const EXCHANGE_PORT = '9443';
const env = {
  ...serverEnvironment(),
  ...(withExchange && {
    MARKETS: 'binance,synthetic',
    DATA_DIR: './data/exchange',
    BINANCE_REST_URL: `http://127.0.0.1:${EXCHANGE_PORT}`,
    BINANCE_STREAM_URL: `ws://127.0.0.1:${EXCHANGE_PORT}`,
  }),
};
const options = { cwd: root, env, stdio: 'inherit' };
say('Страница: http://localhost:5173, запросы к /api идут на сервер.');
const exchange = ['tools/exchange/main.ts', '--synthetic', '--port', EXCHANGE_PORT];
const children = [
  ...(withExchange ? [spawn(node, exchange, options)] : []),
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
