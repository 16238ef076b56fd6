import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnedMarket } from '../storage/cluster/market-owners.ts';
import { Ownership } from './ownership.ts';

const LOOK_MS = 500;
const MINUTE_MS = 60_000;

/** Markets in one database, and engines that look at it, each by its own clock. */
class Installation {
  markets: OwnedMarket[];
  readonly engines = new Map<string, FakeClock>();
  /** Markets that were given away, by whom. */
  readonly given: string[] = [];
  /** People in a market, and markets that have to stay. */
  readonly people = new Map<string, number>();
  readonly staying = new Set<string>();
  /** Processes that can start nothing, and those that have just come back from a standstill. */
  readonly broken = new Set<string>();
  readonly unsteady = new Set<string>();
  readonly errors: unknown[] = [];

  /** @param owners by market; a name with a dot is a scenario over what is before the dot */
  constructor(owners: Record<string, string>, engines = [...new Set(Object.values(owners))]) {
    this.markets = Object.entries(owners).map(([id, process]) => ({
      ...{ id, base: id.includes('.') ? (id.split('.')[0] ?? null) : null, process },
      ...{ isHeld: true, isSilent: false },
    }));
    for (const id of engines) this.appear(id);
  }

  appear(processId: string): void {
    const clock = new FakeClock(1_770_000_000_000 * (this.engines.size + 1));
    this.engines.set(processId, clock);
    const ownership = new Ownership({
      ...{ clock, processId, isSteady: () => !this.unsteady.has(processId) },
      owners: {
        list: async () => ({ markets: this.markets, engines: [...this.engines.keys()] }),
        fence: () => Promise.resolve(),
      },
      keeper: {
        running: () => this.of(processId),
        mayTry: () => !this.broken.has(processId),
        claim: async (id) => this.#set(id, processId, (market) => !market.isHeld),
        regain: () => undefined,
        lose: () => undefined,
        bother: (id) => (this.staying.has(id) ? null : (this.people.get(id) ?? 0)),
        giveUp: (ids) => {
          this.given.push(`${processId}: ${ids.join(' ')}`);
          for (const id of ids) this.#set(id, null, () => true);
        },
      },
      onError: (error) => this.errors.push(error),
    });
    void ownership.start();
  }

  /** Its markets are nobody's. */
  leave(processId: string): void {
    this.engines.delete(processId);
    for (const id of this.of(processId)) this.#set(id, null, () => true);
  }

  of(processId: string): string[] {
    return this.markets.filter(({ isHeld, process }) => isHeld && process === processId).map(({ id }) => id);
  }

  /** How many each engine has, without scenarios; largest first. */
  get shares(): number[] {
    const shares = [...this.engines.keys()].map((id) => this.of(id).filter((market) => !market.includes('.')).length);
    return shares.toSorted((a, b) => b - a);
  }

  async pass(ms: number, step?: () => void): Promise<void> {
    for (let passed = 0; passed < ms; passed += LOOK_MS) {
      for (const clock of this.engines.values()) {
        clock.advance(LOOK_MS);
        // What it looks at is read and acted on before the next one looks, as it would be in a database.
        await turn();
      }
      step?.();
    }
  }

  #set(id: string, process: string | null, isMet: (market: OwnedMarket) => boolean): void {
    const change = (market: OwnedMarket): OwnedMarket => ({ ...market, process, isHeld: process !== null });
    this.markets = this.markets.map((market) => (market.id === id && isMet(market) ? change(market) : market));
  }
}

describe('O1 markets spread again', () => {
  it('an engine with two more than another leaves it one after a quiet minute, and no more', async () => {
    const world = new Installation({ a: 'one', b: 'one', c: 'one' }, ['one', 'two']);
    await world.pass(MINUTE_MS - LOOK_MS);
    expect(world.given).toEqual([]);
    await world.pass(4 * LOOK_MS);
    expect([world.given, world.of('two')]).toEqual([['one: a'], ['a']]);
    await world.pass(10 * MINUTE_MS);
    expect(world.given).toHaveLength(1);
  });

  it('M7 scenarios go with their base, which counts once, and the market with the fewest people goes', async () => {
    const world = new Installation({ a: 'one', 'a.1': 'one', b: 'one', 'b.1': 'one', 'b.2': 'one', c: 'two' });
    await world.pass(5 * MINUTE_MS);
    expect(world.given).toEqual([]);
    world.markets = [...world.markets, { id: 'd', base: null, isHeld: true, process: 'one', isSilent: false }];
    for (const [id, people] of Object.entries({ a: 1, 'a.1': 9, b: 2, 'b.1': 1, 'b.2': 1, d: 5 })) {
      world.people.set(id, people);
    }
    await world.pass(2 * MINUTE_MS);
    expect([world.given, world.of('two')]).toEqual([['one: b b.1 b.2'], ['b', 'b.1', 'b.2', 'c']]);
  });

  it('whoever has given a market away is the last one to take it', async () => {
    const world = new Installation({ a: 'one', b: 'one', c: 'one' }, ['one', 'two']);
    await world.pass(MINUTE_MS - LOOK_MS);
    world.broken.add('two');
    await world.pass(4 * LOOK_MS);
    world.broken.clear();
    await world.pass(LOOK_MS);
    expect([world.given, world.of('two')]).toEqual([['one: a'], ['a']]);
  });

  it('what has to stay stays, with everything over its base', async () => {
    const world = new Installation({ a: 'one', 'a.1': 'one', b: 'one' }, ['one', 'two']);
    for (const id of ['a.1', 'b']) world.staying.add(id);
    await world.pass(5 * MINUTE_MS);
    expect(world.given).toEqual([]);
    world.staying.delete('a.1');
    await world.pass(LOOK_MS);
    expect(world.given).toEqual(['one: a a.1']);
  });

  it.each<[string, (world: Installation) => void]>([
    [
      'a market that nobody has',
      (world) => (world.markets = [...world.markets, { ...world.markets[0]!, id: 'x', process: null, isHeld: false }]),
    ],
    [
      'an owner that is silent',
      (world) => (world.markets = world.markets.map((each) => ({ ...each, isSilent: true }))),
    ],
    ['an owner that is no engine any more', (world) => world.engines.delete('three')],
    ['a standstill of this process', (world) => world.unsteady.add('one')],
  ])('%s moves nothing', async (_, disturb) => {
    const world = new Installation({ a: 'one', b: 'one', c: 'one', d: 'three' }, ['one', 'two', 'three']);
    for (const id of world.engines.keys()) world.broken.add(id);
    disturb(world);
    await world.pass(5 * MINUTE_MS);
    expect(world.given).toEqual([]);
  });

  it('the minute begins anew when anything changes hands, and after a standstill; steps of the clock are nothing', async () => {
    const world = new Installation({ a: 'one', b: 'one', c: 'one', d: 'two' }, ['one', 'two', 'three']);
    const [one] = [...world.engines.values()];
    await world.pass(MINUTE_MS - LOOK_MS);
    world.leave('two');
    await world.pass(MINUTE_MS - LOOK_MS);
    expect([world.given, world.of('three')]).toEqual([[], ['d']]);
    one?.step(-3_600_000);
    // It is as if it had been asleep.
    one?.advance(MINUTE_MS);
    await world.pass(MINUTE_MS - LOOK_MS, () => one?.step(7_200_000));
    expect(world.given).toEqual([]);
    await world.pass(4 * LOOK_MS);
    expect(world.given).toEqual(['one: a']);
  });

  it('what the others can not run comes back, and is not tried again before anything else is there', async () => {
    const world = new Installation({ a: 'one', b: 'one', c: 'one' }, ['one', 'two']);
    world.broken.add('two');
    await world.pass(20 * MINUTE_MS);
    expect(world.given).toEqual(['one: a', 'one: b', 'one: c']);
    expect(world.of('one')).toEqual(['a', 'b', 'c']);
    world.broken.clear();
    await world.pass(5 * MINUTE_MS);
    expect(world.given).toHaveLength(3);
    world.appear('three');
    await world.pass(5 * MINUTE_MS);
    expect(world.shares).toEqual([1, 1, 1]);
  });

  it('whoever owns what, shares end at most one apart, one market at a time, and then nothing moves', async () => {
    const engines = ['e1', 'e2', 'e3', 'e4', 'e5'];
    const worlds = fc
      .record({ count: fc.integer({ min: 2, max: engines.length }), picks: fc.array(fc.nat(), { maxLength: 8 }) })
      .chain(({ count, picks }) =>
        fc.record({
          there: fc.constant(engines.slice(0, count)),
          owners: fc.constant(picks.map((pick) => engines[pick % count] ?? 'e1')),
          scenarios: fc.array(fc.nat({ max: 8 }), { maxLength: 4 }),
          steps: fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 3 }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(worlds, async ({ there, owners, scenarios, steps }) => {
        const markets = owners.map((owner, n) => [`m${n}`, owner] as const);
        const over = scenarios.flatMap((n, nth) =>
          n < owners.length ? [[`m${n}.${nth}`, owners[n] ?? ''] as const] : [],
        );
        const world = new Installation(Object.fromEntries([...markets, ...over]), there);
        let free = 0;
        for (const [nth, by] of steps.entries()) [...world.engines.values()][nth % there.length]?.step(by);
        const watch = (): void => {
          const now = world.markets.filter(({ base, isHeld }) => base === null && !isHeld).length;
          free = Math.max(free, now);
        };
        await world.pass((owners.length + 1) * 1.5 * MINUTE_MS, watch);
        const [most = 0, fewest = 0] = [world.shares[0], world.shares.at(-1)];
        expect(most - fewest).toBeLessThanOrEqual(1);
        expect(free, 'one at a time').toBeLessThanOrEqual(1);
        expect(world.given.length).toBeLessThanOrEqual(owners.length);
        const before = [world.markets, world.given.length];
        await world.pass(3 * MINUTE_MS);
        expect([world.markets, world.given.length]).toEqual(before);
        for (const { id, base, process } of world.markets) {
          if (base !== null) expect(world.of(process ?? ''), id).toContain(base);
        }
      }),
      { numRuns: 12 },
    );
  });
});
