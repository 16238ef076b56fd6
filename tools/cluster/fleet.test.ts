import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Fleet } from './fleet.ts';
import type { MemberOptions, MemberPlan } from './member.ts';

const PATIENT = { timeout: 60_000 };

interface World {
  /** What members have noted of their lives, in order. */
  notes(): string[];
  said: string[];
  fleet: Fleet;
}

/** A script that notes what happens to it. @param body run after it has noted its start; `ready()` makes it ready */
function script(name: string, folder: string, body: string): MemberPlan {
  const note = `import { appendFileSync, writeFileSync } from 'node:fs';
const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, '${name} ' + what + '\\n');
const ready = () => (note('ready'), writeFileSync(${JSON.stringify(join(folder, name))}, ''));
const stops = () => process.on('SIGTERM', () => (note('stops'), setTimeout(() => process.exit(0), 20)));
setInterval(() => undefined, 1_000);
`;
  return {
    name,
    command: process.execPath,
    args: ['--input-type=module', '--eval', `${note}${body}`],
    env: process.env,
    isReady: () => Promise.resolve(existsSync(join(folder, name))),
  };
}

const SOUND = 'stops(); setTimeout(ready, 30)';

/** @param stages names of the members with what they do */
function worldOf(stages: Record<string, string>[], options: Partial<MemberOptions> = {}): World {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-fleet-'));
  const said: string[] = [];
  const plans = stages.map((stage) => Object.entries(stage).map(([name, body]) => script(name, folder, body)));
  const fleet = new Fleet(plans, { say: (line) => said.push(line), firstWaitMs: 10, ...options });
  const file = join(folder, 'notes');
  writeFileSync(file, '');
  onTestFinished(async () => {
    await fleet.stop();
    rmSync(folder, { recursive: true });
  });
  return { fleet, said, notes: () => readFileSync(file, 'utf8').trim().split('\n') };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a fleet', () => {
  it('S10 starts a stage when the one before is ready, stops in the opposite order, and leaves nothing behind', async () => {
    const { fleet, notes } = worldOf([{ first: SOUND }, { second: SOUND, beside: SOUND }, { third: SOUND }]);
    await fleet.start();
    const pids = fleet.members.map(({ pid }) => pid ?? 0);
    expect(pids.every(isAlive)).toBe(true);
    await fleet.stop();
    expect(pids.some(isAlive)).toBe(false);
    const seen = notes();
    expect(seen.at(0)).toBe('first ready');
    expect(seen.slice(1, 3).toSorted()).toEqual(['beside ready', 'second ready']);
    expect(seen.slice(3, 5)).toEqual(['third ready', 'third stops']);
    expect(seen.slice(5, 7).toSorted()).toEqual(['beside stops', 'second stops']);
    expect(seen.slice(7)).toEqual(['first stops']);
  });

  it('S11 starts a member again that was killed, as often as it is, and no other one', async () => {
    const { fleet, said, notes } = worldOf([{ one: SOUND, other: SOUND }]);
    await fleet.start();
    const [one, other] = fleet.members;
    const untouched = other?.pid;
    for (let kill = 1; kill <= 4; kill += 1) {
      const before = one?.pid ?? 0;
      process.kill(before, 'SIGKILL');
      const readies = (): number => notes().filter((note) => note === 'one ready').length;
      await expect.poll(readies, PATIENT).toBe(kill + 1);
      expect(one?.pid).not.toBe(before);
    }
    expect(other?.pid).toBe(untouched);
    expect(said[0]).toBe('one упал (SIGKILL). Запускаю снова через 1 с…');
  });

  it('S10 stops also while it starts, and while a member waits to be started again', async () => {
    const { fleet, notes } = worldOf([{ first: SOUND }, { never: 'stops()' }, { third: SOUND }], {
      firstWaitMs: 3_600_000,
    });
    const starting = fleet.start();
    await expect.poll(notes, PATIENT).toContain('first ready');
    process.kill(fleet.members[0]?.pid ?? 0, 'SIGKILL');
    await fleet.stop();
    await starting;
    expect(notes().filter((note) => note.startsWith('third'))).toEqual([]);
  });

  it('S10 starts nobody again who was asked to stop together with it', async () => {
    const { fleet, said } = worldOf([{ first: SOUND }, { second: 'stops(); ready()' }]);
    await fleet.start();
    for (const { pid } of fleet.members) process.kill(pid ?? 0, 'SIGKILL');
    await fleet.stop();
    expect(said).toEqual([]);
  });

  it('S10 ends a member that does not stop', async () => {
    const { fleet } = worldOf([{ deaf: `process.on('SIGTERM', () => undefined); ready()` }], { graceMs: 50 });
    await fleet.start();
    const pid = fleet.members[0]?.pid ?? 0;
    await fleet.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('gives up where starting again would change nothing, and says who could not be started', async () => {
    const { fleet, said, notes } = worldOf([
      { first: SOUND },
      { wrong: `console.error('PORT: must be'); process.exit(78)` },
    ]);
    await expect(fleet.start()).rejects.toThrow('wrong не запускается (код 78). Причина выше.');
    await expect(fleet.lost()).rejects.toThrow('wrong');
    expect(said).toEqual(['wrong │ PORT: must be']);
    await fleet.stop();
    expect(notes()).toContain('first stops');
  });

  it('gives up on a member that has crashed three times before it was ready', async () => {
    const { fleet, said } = worldOf([{ broken: 'process.exit(1)' }]);
    await expect(fleet.start()).rejects.toThrow('broken не запускается (код 1)');
    expect(said.filter((line) => line.includes('Запускаю снова'))).toHaveLength(2);
  });
});
