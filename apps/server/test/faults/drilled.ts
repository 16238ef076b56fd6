import { once } from 'node:events';
import { drill, serverMessage, type Drill, type DrillControl, type NewClass, type NewDrill } from '@plecho/contract';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { plecho } from '../../../../tools/product/command.ts';
import type { Product } from '../../../../tools/product/process.ts';
import { Trader } from './trader.ts';

const PHONES = ['+79160000031', '+79160000032', '+79160000033'] as const;
const PATIENCE = { timeout: 60_000, interval: 50 };
/** More than any restart takes: it is running when the server is killed. */
const LONG_COUNTDOWN_S = 60;
const CLASS: NewClass = {
  source: { kind: 'main' },
  rules: {
    ...{ maxLeverage: 10, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: null },
    ...{ targetPercent: null, days: null, calibration: false },
  },
};

/** A class with two operators and a member, a drill that plays, and another one that counts down. */
export class Drilled {
  readonly #first = new Trader('main');
  readonly #second = new Trader('main');
  readonly #member = new Trader('main');
  #secret = '';
  #played: Drill | null = null;
  #waiting: Drill | null = null;

  /** @param window what is played: long enough to be playing still after a restart */
  async begin(product: Product, window: Omit<NewDrill, 'class'>): Promise<void> {
    const [first, second, member] = PHONES;
    await this.#first.register(product, first);
    await this.#second.register(product, second);
    await this.#member.register(product, member);
    this.#secret = /operator secret: (\S+)/.exec(await plecho(product.dataDir, 'operator', 'add', first))?.[1] ?? '';
    await plecho(product.dataDir, 'operator', 'add', second);
    await this.#first.post(product, '/api/admin/step-up', { secret: this.#secret });
    const { code } = await this.#first.post<{ code: string }>(product, '/api/admin/classes', CLASS);
    await this.#member.post(product, `/api/classes/${code}/join`, {});
    const make = async (): Promise<Drill> =>
      drill.parse(await this.#first.post(product, '/api/admin/drills', { ...window, class: code }));
    this.#played = await make();
    this.#waiting = await make();
    await this.#member.enter(product, this.#played.market);
    await this.#control(product, this.#first, this.#played, { action: 'start', seconds: 3 });
    await this.#becomes(product, 'playing');
    await this.#control(product, this.#first, this.#waiting, { action: 'start', seconds: LONG_COUNTDOWN_S });
    await vi.waitFor(async () => expect(await this.#open(product)).toBe(200), PATIENCE);
  }

  /** Where the drill has come to, by what everybody is told. */
  async playhead(product: Product): Promise<number> {
    return (await this.#state(product, this.#played)).playhead;
  }

  /** @param least the playhead that it has at least, ms of the market's clock */
  async expectStanding(product: Product, least: number): Promise<void> {
    const stands = await this.#told(product);
    expect(stands).toMatchObject({ state: 'paused', members: 1 });
    expect(stands.playhead).toBeGreaterThanOrEqual(least);
    expect((await this.#state(product, this.#waiting)).state).toBe('waiting');
    expect((await this.#member.positions(product)).items.length).toBeGreaterThan(0);
    // Nothing moves it but an operator.
    expect((await this.#told(product)).playhead).toBe(stands.playhead);
  }

  /** By another operator than the one who made and started it. */
  async expectTakenOver(product: Product): Promise<void> {
    await this.#second.post(product, '/api/admin/step-up', { secret: this.#secret });
    const stands = await this.#state(product, this.#played);
    await this.#control(product, this.#second, stands, { action: 'resume' });
    await vi.waitFor(async () => expect(await this.playhead(product)).toBeGreaterThan(stands.playhead), PATIENCE);
    await this.#control(product, this.#second, await this.#state(product, this.#played), { action: 'end' });
    await this.#becomes(product, 'ended');
    expect((await this.#member.positions(product)).items).toEqual([]);
  }

  async #open(product: Product): Promise<number | undefined> {
    return (await this.#member.open(product, 'BTCUSDT', 'long', 2)).answer?.status;
  }

  async #control(
    product: Product,
    by: Trader,
    { market, version }: Drill,
    asked: Pick<DrillControl, 'action'> & { seconds?: number },
  ): Promise<void> {
    await by.post(product, `/api/admin/drills/${market}`, { ...asked, version });
  }

  async #state(product: Product, of: Drill | null): Promise<Drill> {
    return drill.parse(await this.#member.get(product, `/api/drills/${of?.market}`));
  }

  async #becomes(product: Product, state: Drill['state']): Promise<void> {
    await vi.waitFor(async () => expect((await this.#state(product, this.#played)).state).toBe(state), PATIENCE);
  }

  /** What the stream tells a member who comes back. */
  async #told(product: Product): Promise<Drill> {
    const headers = { cookie: this.#member.cookie, origin: product.url };
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/stream`, { headers });
    try {
      await once(socket, 'open');
      const message = once(socket, 'message');
      socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'drill', market: this.#played?.market } }));
      const [data] = (await message) as [Buffer];
      const told = serverMessage.parse(JSON.parse(data.toString()));
      if (told.type !== 'drill') throw new Error(`told: ${told.type}`);
      return told.data;
    } finally {
      socket.terminate();
    }
  }
}
