import { ERRORS, type Position } from '@plecho/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort, newDataDir, startProduct, type Product } from '../../../../tools/product/process.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { checkLedger } from '../../src/storage/ledger-check/ledger-check.ts';
import { connectClient, ownerConfig, PRODUCT_SCHEMA } from '../../src/storage/connection.ts';
import { Gate } from './gate.ts';
import { Trader, type Sent } from './trader.ts';

const GONE_MS = 10_000;
/** Commands that are sent at least until then, with the one before. */
const ASKED_MEANWHILE = 7;
const SYMBOL = 'BTCUSDT';

const data = newDataDir();
/** What was started is ended, newest first, however far the start came. */
const started = new AsyncDisposableStack();
started.defer(() => data.remove());
let database: EmbeddedDatabase;
let gate: Gate;
let product: Product;

beforeAll(async () => {
  database = await startEmbedded(data.path);
  started.defer(() => database.stop());
  const url = new URL(database.url);
  gate = await Gate.open(await freePort(), Number(url.port));
  started.defer(() => gate.shut());
  url.port = String(gate.port);
  product = await startProduct(data.path, { DATABASE_URL: url.href });
  started.defer(() => product.stop());
}, 120_000);
afterAll(() => started.disposeAsync());

it('L6 L7 a database that is gone for ten seconds: clear errors, nothing half-done, recovery by itself', async () => {
  const trader = new Trader('main');
  await trader.register(product, '+79160000001');
  expect((await trader.open(product, SYMBOL, 'long', 3)).answer?.status).toBe(200);

  await gate.shut();
  const back = Date.now() + GONE_MS;
  while (Date.now() < back || trader.sent.length < ASKED_MEANWHILE) {
    const { answer } = await trader.open(product, SYMBOL, 'short', 2);
    expect(answer).toEqual({ status: 503, body: { error: ERRORS.unavailable.text, code: 'unavailable' } });
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect((await fetch(`${product.url}/health/ready`)).status).toBe(503);

  await gate.open();
  await vi.waitFor(async () => expect((await fetch(`${product.url}/health/ready`)).status).toBe(200), {
    timeout: 60_000,
  });
  const refused = trader.sent.filter((sent) => sent.answer?.status === 503);
  expect(refused).toHaveLength(trader.sent.length - 1);
  for (const sent of refused) await repeatUntilAnswered(trader, sent);

  const opened = trader.sent.map(({ answer }) => (answer?.body as Position | undefined)?.id);
  const { items } = await trader.positions(product);
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(opened));
  expect(items).toHaveLength(trader.sent.length);
  const owner = await connectClient(ownerConfig({ ownerUrl: database.url, schema: PRODUCT_SCHEMA }));
  expect((await checkLedger(owner)).violations).toEqual([]);
  await owner.end();
});

/** As a patient person would: the same command with the same key, until the market is back. */
async function repeatUntilAnswered(trader: Trader, sent: Sent): Promise<void> {
  await vi.waitFor(
    async () => {
      sent.answer = await trader.repeat(product, sent);
      expect(sent.answer.status).toBe(200);
    },
    { timeout: 60_000, interval: 200 },
  );
}
