import type { DrillControl } from '@plecho/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../lib/problem.ts';
import { begun, controlled, interrupted, type DrillPlay } from './drill.ts';

const NEW: DrillPlay = { state: 'waiting', playsAt: null, speed: 60, version: 1 };
const RUNS = { isOver: false, now: 1_000 };

const code = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Problem ? error.code : 'other';
  }
};

describe('a control of a drill', () => {
  it('starts the countdown, once: the second operator is shown the first one’s', () => {
    const started = controlled(NEW, { action: 'start', seconds: 5, version: 1 }, RUNS);
    expect(started).toEqual({ play: { ...NEW, state: 'countdown', playsAt: 6_000, version: 2 }, ends: false });
    if (started === null) return;
    expect(controlled(started.play, { action: 'start', seconds: 30, version: 1 }, RUNS)).toBeNull();
    expect(begun(started.play, 5_999)).toBeNull();
    expect(begun(started.play, 6_000)).toEqual({ ...NEW, state: 'playing', version: 2 });
  });

  it('that was made from what is no longer so is refused, unless the drill stands as asked', () => {
    const playing: DrillPlay = { ...NEW, state: 'playing', version: 7 };
    expect(code(() => controlled(playing, { action: 'pause', version: 6 }, RUNS))).toBe('drill_changed');
    expect(controlled(playing, { action: 'resume', version: 6 }, RUNS)).toBeNull();
    expect(controlled(playing, { action: 'speed', speed: 60, version: 6 }, RUNS)).toBeNull();
    const paused: DrillPlay = { ...playing, state: 'paused' };
    expect(code(() => controlled(paused, { action: 'start', seconds: 5, version: 7 }, RUNS))).toBe('drill_changed');
    expect(code(() => controlled(NEW, { action: 'resume', version: 1 }, RUNS))).toBe('drill_changed');
  });

  it('breaks the countdown off, and pauses where it plays', () => {
    const counting: DrillPlay = { ...NEW, state: 'countdown', playsAt: 9_000 };
    expect(controlled(counting, { action: 'pause', version: 1 }, RUNS)?.play).toEqual({ ...NEW, version: 2 });
    expect(interrupted(counting)).toEqual({ ...NEW, version: 2 });
    expect(interrupted({ ...NEW, state: 'playing' })).toEqual({ ...NEW, state: 'paused', version: 2 });
    expect(interrupted({ ...NEW, state: 'paused' })).toBeNull();
  });

  it('finds nothing to control when it is over, but asking for the end again does no harm', () => {
    const over = { isOver: true, now: 0 };
    expect(controlled(NEW, { action: 'end', version: 0 }, over)).toBeNull();
    expect(code(() => controlled(NEW, { action: 'resume', version: 1 }, over))).toBe('market_ended');
  });
});

type Step = { kind: 'control'; asked: DrillControl } | { kind: 'kill' } | { kind: 'wait'; ms: number };

const version = fc.integer({ min: 1, max: 12 });
const asked: fc.Arbitrary<DrillControl> = fc.oneof(
  fc.record({ action: fc.constant('start' as const), seconds: fc.integer({ min: 3, max: 60 }), version }),
  fc.record({ action: fc.constantFrom('pause' as const, 'resume' as const, 'end' as const), version }),
  fc.record({ action: fc.constant('speed' as const), speed: fc.integer({ min: 1, max: 600 }), version }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('control' as const), asked }) },
  fc.record({ kind: fc.constant('kill' as const) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
);

it('whatever operators, clocks and restarts do in whatever order: forward only, one start, standing after a kill', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, knowsVersion) => {
      let play = NEW;
      let isOver = false;
      let now = 0;
      let playhead = 0;
      let starts = 0;
      for (const each of steps) {
        const before = play;
        if (each.kind === 'kill') play = interrupted(play) ?? play;
        else if (each.kind === 'wait') {
          const playedBefore = play.state === 'playing' ? each.ms : 0;
          now += each.ms;
          const next = begun(play, now);
          const played = next === null ? playedBefore : now - (play.playsAt ?? now);
          if (next !== null) starts += 1;
          playhead += isOver ? 0 : played * play.speed;
          play = next ?? play;
        } else {
          const control = knowsVersion ? { ...each.asked, version: play.version } : each.asked;
          try {
            const change = controlled(play, control, { isOver, now });
            if (change !== null) expect(control.version).toBe(before.version);
            isOver ||= change?.ends === true;
            play = change?.play ?? play;
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        }
        expect(play.version).toBeGreaterThanOrEqual(before.version);
        expect(play.playsAt !== null).toBe(play.state === 'countdown');
        if (each.kind === 'kill') expect(['waiting', 'paused']).toContain(play.state);
        if (isOver) expect(['waiting', 'paused']).toContain(play.state);
        if (play.state === 'waiting' && before.state !== 'countdown') expect(before.state).toBe('waiting');
        expect(playhead).toBeGreaterThanOrEqual(0);
        expect(starts).toBeLessThanOrEqual(1);
      }
    }),
  );
});
