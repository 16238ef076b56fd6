import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import type { OwnedMarket } from '../storage/cluster/market-owners.ts';
import { Ownership } from './ownership.ts';

const [ME, OTHER] = ['me', 'other'];
const LOOK_MS = 500;

const market = (id: string, more: Partial<OwnedMarket> = {}): OwnedMarket => ({
  ...{ id, base: null, isHeld: false, process: null, isSilent: false },
  ...more,
});
const held = (id: string, process: string, more: Partial<OwnedMarket> = {}): OwnedMarket =>
  market(id, { isHeld: true, process, ...more });

/** A process that owns what it claims, among markets that a test makes up. */
class World {
  readonly clock = new FakeClock(0);
  markets: OwnedMarket[];
  engines = [ME, OTHER];
  readonly running: string[] = [];
  readonly fenced: string[] = [];
  readonly regained: string[] = [];
  readonly errors: unknown[] = [];
  readonly failing = new Set<string>();
  isSteady = true;
  isGone = false;
  /** What a claim waits for. */
  starting: Promise<void> = Promise.resolve();
  readonly ownership: Ownership;

  constructor(...markets: OwnedMarket[]) {
    this.markets = markets;
    this.ownership = new Ownership({
      ...{ clock: this.clock, processId: ME, isSteady: () => this.isSteady },
      owners: {
        list: async () => {
          if (this.isGone) throw new Error('no database');
          return { markets: this.markets, engines: this.engines };
        },
        fence: async (id) => void this.fenced.push(id),
      },
      keeper: {
        running: () => this.running,
        mayTry: (id) => !this.failing.has(id),
        claim: async (id) => {
          await this.starting;
          this.running.push(id);
          this.set(held(id, ME));
        },
        regain: (id) => void this.regained.push(id),
        lose: (id) => {
          if (this.running.includes(id)) this.running.splice(this.running.indexOf(id), 1);
        },
        bother: () => 0,
        giveUp: () => undefined,
      },
      onError: (error) => this.errors.push(error),
    });
  }

  set(changed: OwnedMarket): void {
    this.markets = this.markets.map((each) => (each.id === changed.id ? changed : each));
  }

  /** Lets time pass, with what is looked for on the way. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += LOOK_MS) {
      this.clock.advance(LOOK_MS);
      for (let n = 0; n < 5; n += 1) await turn();
    }
  }
}

describe('O1 a process among several', () => {
  it('takes everything at once while no other engine is there', async () => {
    const world = new World(market('a'), market('b'), market('c'));
    world.engines = [ME];
    await world.ownership.start();
    expect(world.running).toEqual(['a', 'b', 'c']);
  });

  it('leaves the next market to an engine that has fewer, the longer the more it has itself, but not for ever', async () => {
    const world = new World(...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => market(id)));
    await world.ownership.start();
    expect(world.running).toEqual(['a']);
    await world.pass(500);
    expect(world.running).toHaveLength(1);
    await world.pass(500);
    expect(world.running).toHaveLength(2);
    await world.pass(500);
    expect(world.running).toHaveLength(3);
    await world.pass(500);
    expect(world.running).toHaveLength(6);
  });

  it('takes what is free at once when it has no more than others', async () => {
    const world = new World(market('a'), held('b', OTHER), held('c', OTHER));
    await world.ownership.start();
    expect(world.running).toEqual(['a']);
  });

  it('leaves a market to its owner for half a second when that has only lost its connection', async () => {
    const world = new World(market('a', { process: OTHER }), market('b', { process: OTHER, isSilent: true }));
    world.engines = [ME];
    await world.ownership.start();
    expect(world.running).toEqual(['b']);
    await world.pass(500);
    expect(world.running).toEqual(['b', 'a']);
  });

  it('leaves a market to nobody who has just lost it, however few that has now', async () => {
    const world = new World(market('a', { process: OTHER }), market('b'), market('c'));
    await world.ownership.start();
    expect(world.running).toEqual(['b']);
    await world.pass(500);
    expect(world.running).toEqual(['b', 'a']);
  });

  it('fences silent owners of other markets, once it has been heard long enough itself', async () => {
    const world = new World(held('a', OTHER, { isSilent: true }), held('b', ME, { isSilent: true }), held('c', OTHER));
    world.isSteady = false;
    world.running.push('b');
    await world.ownership.start();
    expect(world.fenced).toEqual([]);
    world.isSteady = true;
    await world.pass(500);
    expect(world.fenced).toEqual(['a']);
    expect(world.running).toEqual(['b']);
  });

  it('keeps what nobody has taken, and has it read again', async () => {
    const world = new World(market('a', { process: ME }), held('b', ME));
    world.running.push('a', 'b');
    await world.ownership.start();
    expect(world.regained).toEqual(['a']);
    await world.pass(2_000);
    expect(world.running).toEqual(['a', 'b']);
  });

  it('lets go of what is lost also while another market takes its time to start', async () => {
    const world = new World(held('a', ME), market('b'));
    world.engines = [ME];
    world.running.push('a');
    const { promise, resolve } = Promise.withResolvers<void>();
    world.starting = promise;
    const started = world.ownership.start();
    await world.pass(500);
    world.set(held('a', OTHER));
    await world.pass(500);
    expect(world.running).toEqual([]);
    resolve();
    await started;
    expect(world.running).toEqual(['b']);
  });

  it('M7 has a scenario with its base, and not without it', async () => {
    const world = new World(held('a', OTHER), market('s', { base: 'a' }), held('t', ME, { base: 'a' }));
    world.running.push('t');
    await world.ownership.start();
    await world.pass(3_000);
    expect(world.running).toEqual([]);
    world.set(market('t', { base: 'a' }));
    world.set(market('a'));
    await world.pass(500);
    expect(world.running).toEqual(['a', 's', 't']);
  });

  it('does not try what has failed before it is due', async () => {
    const world = new World(market('a'));
    world.failing.add('a');
    await world.ownership.start();
    await world.pass(2_000);
    expect(world.running).toEqual([]);
    world.failing.clear();
    await world.pass(500);
    expect(world.running).toEqual(['a']);
  });

  it('goes on when the database has been away, and does nothing any more when it is stopped', async () => {
    const world = new World(market('a'), market('b'));
    world.isGone = true;
    await world.ownership.start();
    expect([world.running, world.errors]).toEqual([[], [new Error('no database')]]);
    world.isGone = false;
    await world.pass(500);
    expect(world.running).toEqual(['a']);
    await world.ownership.stop();
    await world.pass(3_000);
    expect(world.running).toEqual(['a']);
  });
});
