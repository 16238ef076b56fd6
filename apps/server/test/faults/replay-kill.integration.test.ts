import type { Position, ReplaySession } from '@plecho/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plecho } from '../../../../tools/product/command.ts';
import { freePort, newDataDir, startProduct, type Product } from '../../../../tools/product/process.ts';
import { Drilled } from './drilled.ts';
import { expectLogged } from './logged.ts';
import { Trader } from './trader.ts';

const SPEED = 600;
/** Where the recording of the crash begins to fall. */
const CRASH_AT = 1_769_990_400 + 3 * 86_400 + 14 * 3_600;
/** Where it stands is written every second; a busy machine may be a second late. */
const LOST_S = 2;
const LOST_MS = LOST_S * 1000 * SPEED;
/** A hundred minutes of playing. */
const DRILL = {
  ...{ dataset: 'sideways', symbols: ['BTCUSDT'], from: CRASH_AT - 86_400, minutes: 6_000, masked: false, speed: 60 },
};

const data = newDataDir();
const trader = new Trader('main');
const drilled = new Drilled();
let env: Record<string, string>;
let product: Product;

beforeAll(async () => {
  env = { PORT: String(await freePort()), MARKET_SEED: 'kill' };
  product = await startProduct(data.path, env);
  await trader.register(product, '+79160000020');
}, 120_000);
afterAll(async () => {
  await product.stop();
  data.remove();
});

async function standing(): Promise<ReplaySession> {
  const { items } = await trader.get<{ items: ReplaySession[] }>(product, '/api/replays/sessions');
  return items[0]!;
}

it('L7 O1 E8 T1 a personal replay and a drill that are killed while they play stand where they were, with all that was traded', async () => {
  await drilled.begin(product, DRILL);
  const wanted = { dataset: 'crash', symbols: ['BTCUSDT'], startAt: CRASH_AT - 600, speed: SPEED, masked: false };
  const { market } = await trader.startReplay(product, wanted);
  const opened: string[] = [];
  const open = async (type: 'long' | 'short', leverage: number): Promise<void> => {
    const { answer } = await trader.open(product, 'BTCUSDT', type, leverage);
    if (answer?.status === 200) opened.push((answer.body as Position).id);
  };
  // Some are liquidated on the way down, and some stay.
  await vi.waitFor(
    async () => {
      await open('long', 10);
      await open('short', 2);
      expect((await trader.trades(product)).length).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 100 },
  );
  const trades = await trader.trades(product);
  expect(trades.map(({ reason }) => reason)).toContain('liquidation');
  const drillSeen = await drilled.playhead(product);
  const seen = await standing();
  expect(seen.state).toBe('playing');
  await product.kill();

  product = await startProduct(data.path, env);
  const found = await standing();
  expect(found).toMatchObject({ market, state: 'paused', speed: SPEED });
  expect(found.playhead).toBeGreaterThanOrEqual(seen.playhead - LOST_MS);
  const after = await trader.trades(product);
  const still = (await trader.positions(product)).items.map(({ id }) => id);
  expect(after).toEqual(expect.arrayContaining(trades));
  expect([...after.map(({ positionId }) => positionId), ...still].toSorted()).toEqual(opened.toSorted());

  await drilled.expectStanding(product, drillSeen - LOST_S * 1000 * DRILL.speed);
  await drilled.expectTakenOver(product);

  const control = `/api/replays/sessions/${market}/control`;
  expect(await trader.post(product, control, { action: 'resume' })).toMatchObject({ state: 'playing' });
  await vi.waitFor(async () => expect((await standing()).playhead).toBeGreaterThan(seen.playhead), { timeout: 60_000 });
  expect(await trader.post(product, control, { action: 'finish' })).toMatchObject({ state: 'ended' });
  expect((await trader.positions(product)).items).toEqual([]);
  expect(await plecho(data.path, 'ledger', 'check')).not.toMatch(/violation: /i);
  await product.stop();
  await expectLogged(data.path, market);
});
