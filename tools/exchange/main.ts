/** `npm run exchange`: an exchange on this machine, for development without the internet. @see exchange.ts */
import { parseArgs } from 'node:util';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { StandInExchange } from './exchange.ts';
import { type Faults, faultsSchema } from './faults.ts';
import { filesOver, synthetic } from './minutes.ts';
import { ExchangeServer } from './server.ts';

const USAGE = `npm run exchange -- [--port 9443] [--faults '{"latencyMs":500}'] (--synthetic [--pairs 20] | --files a.csv.gz b.csv …)`;
const DEFAULT_PORT = '9443';
const DEFAULT_PAIRS = '20';
/** A little more than the product asks for, except for days. */
const HISTORY_SECONDS = 35 * 86_400;

const { values, positionals } = parseArgs({
  options: {
    port: { type: 'string', default: DEFAULT_PORT },
    faults: { type: 'string', default: '{}' },
    synthetic: { type: 'boolean', default: false },
    pairs: { type: 'string', default: DEFAULT_PAIRS },
    files: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

if (values.files !== positionals.length > 0 || values.files === values.synthetic) {
  console.error(USAGE);
  process.exit(64);
}
const since = Math.floor(systemClock.now() / 1000) - HISTORY_SECONDS;
const minutes = values.files ? await filesOver(positionals) : synthetic('stand-in', Number(values.pairs), since);
const exchange = new StandInExchange({ clock: systemClock, minutes });
exchange.setFaults(faultsSchema.parse(JSON.parse(values.faults)) as Partial<Faults>);
const server = new ExchangeServer(exchange);
const port = await server.listen(Number(values.port));
console.log(`A stand-in for the exchange plays ${minutes.pairs.length} pairs. The product is to be started with
  MARKETS=binance BINANCE_REST_URL=http://127.0.0.1:${port} BINANCE_STREAM_URL=ws://127.0.0.1:${port}
Faults: curl -d '{"frozen":true}' http://127.0.0.1:${port}/control`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
