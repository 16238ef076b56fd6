import { FakeClock, Random } from '@plecho/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDoors } from '../../test/support/memory-doors.ts';
import { Problem } from '../lib/problem.ts';
import { DEFAULT_DOORS, Doors, type DoorAsked } from './doors.ts';
import type { Pace } from './ports.ts';

const PACE: Pace = { windowMs: 600_000, free: 3, firstPauseMs: 1_000, longestPauseMs: 30_000 };

const generator = new Random(7);
const random = (): number => generator.uint32() / 0x1_0000_0000;

let clock: FakeClock;
let store: MemoryDoors;
let doors: Doors;

beforeEach(() => {
  clock = new FakeClock(1_000_000);
  store = new MemoryDoors(clock);
  doors = new Doors(store, clock, random);
});

const at = (key: string, contender = 'anybody', pace = PACE): DoorAsked => ({ key, pace, contender });

/** Everything that is due by now has happened. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type State = 'in' | 'held' | { retryAfter: number | undefined };

interface Attempt {
  readonly state: State;
  takeBack(): Promise<void>;
}

function attempt(...asked: DoorAsked[]): Attempt {
  const result: { state: State; takeBack: () => Promise<void> } = {
    state: 'held',
    takeBack: () => Promise.resolve(),
  };
  doors.enter(asked).then(
    (takeBack) => Object.assign(result, { state: 'in', takeBack }),
    (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'login_throttled') throw error;
      result.state = { retryAfter: error.retryAfter };
    },
  );
  return result;
}

async function stateOf(...asked: DoorAsked[]): Promise<State> {
  const made = attempt(...asked);
  await flush();
  return made.state;
}

async function through(count: number, ...asked: DoorAsked[]): Promise<void> {
  for (let n = 0; n < count; n += 1) expect(await stateOf(...asked)).toBe('in');
}

/** Makes so many attempts, each as soon as it may be. */
async function patiently(count: number, ...asked: DoorAsked[]): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    clock.advance(PACE.longestPauseMs);
    expect(await stateOf(...asked)).toBe('in');
  }
}

describe('a door', () => {
  it('S3 slows attempts ever more after the free ones, up to the longest pause', async () => {
    await through(3, at('a'));
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      const held = attempt(at('a'));
      clock.advance(pauseMs - 1);
      await flush();
      expect(held.state).toBe('held');
      clock.advance(1);
      await flush();
      expect(held.state).toBe('in');
    }
    // 8 s: held for its last four.
    expect(await stateOf(at('a'))).toEqual({ retryAfter: 5 });
    clock.advance(5_000);
    const held = attempt(at('a'));
    clock.advance(3_000);
    await flush();
    expect(held.state).toBe('in');
    await patiently(4, at('a'));
    expect(await stateOf(at('a'))).toEqual({ retryAfter: 27 });
  });

  it('S3 counts attempts that come at the same moment before any of them goes on', async () => {
    const made = Array.from({ length: 50 }, () => attempt(at('a')));
    await flush();
    expect(made.filter(({ state }) => state === 'in')).toHaveLength(3);
    expect(made.filter(({ state }) => state === 'held')).toHaveLength(1);
    clock.advance(1_000);
    await flush();
    expect(made.filter(({ state }) => state === 'in')).toHaveLength(4);
    expect(doors.held).toBe(0);
  });

  it('opens with a new window', async () => {
    await through(3, at('a'));
    await patiently(3, at('a'));
    clock.advance(PACE.windowMs);
    await through(3, at('a'));
  });

  it('S3 is as if an attempt that is taken back had not been made', async () => {
    for (let n = 0; n < 20; n += 1) {
      const made = attempt(at('a'));
      await flush();
      expect(made.state).toBe('in');
      await made.takeBack();
    }
    await through(2, at('a'));
    const third = attempt(at('a'));
    await flush();
    await third.takeBack();
    expect(await stateOf(at('a'))).toBe('in');
    expect(await stateOf(at('a'))).toBe('held');
  });

  it('an attempt of an earlier window is taken back from no later one', async () => {
    const early = attempt(at('a'));
    await flush();
    clock.advance(PACE.windowMs);
    await through(3, at('a'));
    await early.takeBack();
    expect(await stateOf(at('a'))).toBe('held');
  });

  it('counts nothing of an attempt that does not get past another one', async () => {
    await through(3, at('shut'));
    await patiently(4, at('shut'));
    for (let n = 0; n < 10; n += 1) expect(await stateOf(at('open'), at('shut'))).toMatchObject({ retryAfter: 13 });
    await through(3, at('open'));
  });

  it('S3 leaves nothing behind of an attempt that is refused', async () => {
    await through(3, at('a'));
    await patiently(4, at('a'));
    const [{ size }, { asked }] = [doors, store];
    for (let n = 0; n < 1_000; n += 1) await stateOf(at('a', `contender ${n}`));
    expect([doors.size, store.asked]).toEqual([size, asked]);
    clock.advance(16_000);
    expect(await stateOf(at('a'))).toBe('in');
  });
});

describe('those who wait at a shut door', () => {
  /** How often the owner gets in, of so many openings, among `strangers` attempts before and after theirs. */
  async function shareOfOwner(strangers: number, contender: (n: number) => string): Promise<number> {
    const rounds = 400;
    let won = 0;
    for (let round = 0; round < rounds; round += 1) {
      const key = `door ${round}`;
      await through(3, at(key));
      const place = round % (strangers + 1);
      const all = Array.from({ length: strangers + 1 }, (_, n) =>
        attempt(at(key, n === place ? 'owner' : contender(n))),
      );
      await flush();
      // The others have their answer: one socket waits at each door.
      expect(all.filter(({ state }) => state === 'held')).toHaveLength(1);
      clock.advance(1_000);
      await flush();
      if (all[place]?.state === 'in') won += 1;
    }
    return won / rounds;
  }

  it('S3 are drawn by who they are: a crowd at one address is worth as much as the owner at another', async () => {
    const share = await shareOfOwner(40, () => 'crowd');
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('S3 are each as likely when they are all at different addresses, whoever came first', async () => {
    const share = await shareOfOwner(9, (n) => `stranger ${n}`);
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.16);
  });

  it('S3 are each as likely when they are all at the owner’s own address', async () => {
    const share = await shareOfOwner(9, () => 'owner');
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.16);
  });

  it('S3 go first, also when the timer that opens it is late', async () => {
    await through(3, at('a'));
    const first = attempt(at('a'));
    const late = new FakeClock(clock.now() + 5_000);
    const { now } = clock;
    clock.now = () => late.now();
    const pushing = attempt(at('a', 'somebody else'));
    clock.now = now;
    clock.advance(5_000);
    await flush();
    expect([first.state, pushing.state].filter((state) => state === 'in')).toHaveLength(1);
  });

  it('S3 are so many at once at most; the others are told to come back', async () => {
    doors = new Doors(store, clock, () => 0, { ...DEFAULT_DOORS, maxHeld: 2 });
    for (const key of ['a', 'b', 'c']) await through(3, at(key));
    expect([await stateOf(at('a')), await stateOf(at('b')), await stateOf(at('c'))]).toEqual([
      'held',
      'held',
      { retryAfter: 2 },
    ]);
    expect(doors.held).toBe(2);
    clock.advance(1_000);
    expect(doors.held).toBe(0);
    expect(await stateOf(at('c'))).toBe('in');
  });
});

describe('many doors', () => {
  it('S3 of the shut ones the oldest is forgotten when there are too many; the store knows it still', async () => {
    doors = new Doors(store, clock, () => 0, { ...DEFAULT_DOORS, maxShut: 10 });
    for (let n = 0; n < 30; n += 1) await through(3, at(`door ${n}`));
    expect(doors.size).toBe(10);
    expect(await stateOf(at('door 0'))).toBe('held');
  });

  it('S3 are asked about a few at a time, each by one; who finds too many waiting is told to come back', async () => {
    doors = new Doors(store, clock, () => 0, { ...DEFAULT_DOORS, asking: { atOnce: 1, waiting: 2 } });
    const busy: unknown[] = [];
    const many = ['a', 'a', 'b', 'c', 'd', 'e'].map((key) =>
      doors.enter([at(key)]).then(
        () => key,
        (error: unknown) => busy.push(error),
      ),
    );
    expect(store.asked).toBe(1);
    expect((await Promise.all(many)).filter((key) => typeof key === 'string')).toEqual(['a', 'a', 'b', 'c']);
    expect(busy).toEqual(Array(2).fill(expect.objectContaining({ code: 'too_many_requests', retryAfter: 1 })));
  });
});

describe('two processes', () => {
  it('S3 one opening lets one in, whichever holds whom, and the other is told when to come back', async () => {
    const other = new Doors(store, clock, random);
    await through(3, at('a'));
    const here = attempt(at('a'));
    await flush();
    const there = other.enter([at('a')]).then(
      () => 'in',
      () => 'refused',
    );
    await flush();
    expect([doors.held, other.held]).toEqual([1, 1]);
    clock.advance(1_000);
    await flush();
    // Two seconds until it opens again: whoever was later waits on, within its four.
    expect([here.state, await Promise.race([there, Promise.resolve('held')])].sort()).toEqual(['held', 'in']);
    clock.advance(2_000);
    await flush();
    expect([here.state, await there]).toEqual(['in', 'in']);
    expect(await stateOf(at('a'))).toBe('held');
  });
});

describe('a store that fails', () => {
  it('S3 lets nobody in, neither who asks nor who waits for them, and is asked again', async () => {
    store.broken = true;
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => doors.enter([at('a')])));
    expect(all).toEqual(Array(5).fill({ status: 'rejected', reason: new Error('the database is gone') }));
    expect(store.asked).toBe(1);
    store.broken = false;
    await through(3, at('a'));
    expect(await stateOf(at('a'))).toBe('held');
  });
});

describe('a budget', () => {
  it('S3 has so many attempts in a window, and nobody else uses them up', async () => {
    const budget = { windowMs: 1_000, free: 5, firstPauseMs: 1_000, longestPauseMs: 1_000 };
    const mine = { key: 'mine', pace: budget };
    clock.advance(10);
    for (let n = 0; n < 5; n += 1) expect(await doors.isOpen(mine)).toBe(true);
    const { asked } = store;
    expect(await doors.isOpen(mine)).toBe(false);
    expect(store.asked).toBe(asked);
    expect(await doors.isOpen({ key: 'yours', pace: budget })).toBe(true);
    clock.advance(1_000);
    expect(await doors.isOpen(mine)).toBe(true);
  });
});
