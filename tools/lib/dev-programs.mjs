import { join } from 'node:path';
import { root } from './paths.mjs';

const EXCHANGE_PORT = '9443';

/** The main market follows the stand-in; whoever names a data directory keeps it apart already. */
const followExchange = ({ DATA_DIR = './data/exchange' }) => ({
  DATA_DIR,
  MARKETS: 'binance,synthetic',
  BINANCE_REST_URL: `http://127.0.0.1:${EXCHANGE_PORT}`,
  BINANCE_STREAM_URL: `ws://127.0.0.1:${EXCHANGE_PORT}`,
});

/**
 * What `npm run dev` runs side by side.
 * @param {{ withExchange: boolean, env: Record<string, string | undefined> }} wanted
 * @returns {{ programs: string[][], env: Record<string, string | undefined> }} arguments of Node, and the environment
 */
export function devPrograms({ withExchange, env }) {
  const exchange = ['tools/exchange/main.ts', '--synthetic', '--port', EXCHANGE_PORT];
  const server = ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'];
  const page = [join(root, 'node_modules/vite/bin/vite.js'), 'apps/web', '--port', '5173'];
  return withExchange
    ? { programs: [exchange, server, page], env: { ...env, ...followExchange(env) } }
    : { programs: [server, page], env };
}
