/**
 * The stand-in exchange in a process of its own: `exchange-process.ts PORT SECONDS_OF_HISTORY`, all pairs of the product
 * at the exchange's pace. Prints "open" when it listens; any line on standard input is answered with one JSON line that
 * has pair and time of each price sent since the last question, and when it was sent:
 * `[["BTCUSDT 1790000000000", 1790000000004], …]`.
 */
import { createInterface } from 'node:readline';
import { systemClock } from '../../../apps/server/src/lib/clock.ts';
import { StandInExchange } from '../../../tools/exchange/exchange.ts';
import { synthetic } from '../../../tools/exchange/minutes.ts';
import { ExchangeServer } from '../../../tools/exchange/server.ts';

const [, , port, history] = process.argv;
let sent: [string, number][] = [];
const exchange = new StandInExchange({
  clock: systemClock,
  minutes: synthetic('bench', undefined, Math.floor(Date.now() / 1000) - Number(history)),
  onPrice: (symbol, _price, time) => void sent.push([`${symbol} ${time}`, Date.now()]),
});
await new ExchangeServer(exchange).listen(Number(port));
process.stdout.write('open\n');

createInterface({ input: process.stdin }).on('line', () => {
  process.stdout.write(`${JSON.stringify(sent)}\n`);
  sent = [];
});
