import { newKey } from '../../../tools/product/request-key.ts';
import { jsonRequest } from './http-load.ts';
import { secretOf } from './session-secret.ts';

/** The n-th open, long and short in turn, by a seeded person with a key of its own. */
export function openRequest(port: number, n: number, person: number, market = 'main'): Buffer {
  const body = JSON.stringify({ symbol: 'BTCUSDT', type: n % 2 === 0 ? 'long' : 'short', amount: '10', leverage: 3 });
  const path = `/api/trading/positions${market === 'main' ? '' : `?market=${market}`}`;
  return jsonRequest(port, 'POST', path, `plecho=${secretOf(person)}`, body, { 'idempotency-key': newKey() });
}
