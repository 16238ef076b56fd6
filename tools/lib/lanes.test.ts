import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runInLanes } from './lanes.mjs';
import { run } from './run.mjs';
import { LANES, stages } from './stages.mjs';

const RUN = new URL('run.mjs', import.meta.url).href;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-lanes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function pidsIn(path: string): number[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A test that waits in vain is ended by its own time-out. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('stages in lanes', () => {
  it('run beside those of another lane, after those of their own or where there is room, and are shown in their order', async () => {
    const log: string[] = [];
    const [first, second, other, last] = [
      { name: 'first', lane: 'a' },
      { name: 'second', lane: 'a' },
      { name: 'other', lane: 'b' },
      { name: 'last' },
    ];
    const ends = new Map<unknown, () => void>();
    const done = runInLanes(
      [first, second, other, last],
      ['a', 'b'],
      async (stage) => {
        log.push(`${stage.name} begins`);
        await new Promise<void>((resolve) => ends.set(stage, resolve));
        return `${stage.name}’s result`;
      },
      ({ name }) => log.push(`${name} is shown`),
    );
    const end = async (stage: unknown): Promise<void> => {
      ends.get(stage)?.();
      await new Promise(setImmediate);
    };
    expect(log).toEqual(['first begins', 'other begins']);
    await end(other);
    expect(log.slice(2)).toEqual(['last begins']);
    await end(first);
    expect(log.slice(3)).toEqual(['first is shown', 'second begins']);
    await end(last);
    await end(second);
    expect(log.slice(5)).toEqual(['second is shown', 'other is shown', 'last is shown']);
    expect(await done).toEqual(['first’s result', 'second’s result', 'other’s result', 'last’s result']);
  });

  it('are all there, each with a name of its own; the build comes before the browser’s tests', () => {
    const names = stages.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const lanes = Map.groupBy(stages, ({ lane }) => lane);
    expect([...lanes.keys()].filter((lane) => lane !== undefined)).toEqual(LANES);
    expect(lanes.get('two')?.map(({ name }) => name)).toEqual(['build', 'e2e']);
    expect(lanes.get(undefined)?.map(({ name }) => name)).toEqual(['simulation', 'tools', 'web']);
  });
});

describe('a program that is run', () => {
  it('says everything into its file, and its code comes back', async () => {
    const output = join(newFolder(), 'said');
    const script = `console.log('out'); console.error('err'); process.exitCode = 3;`;
    expect(await run(process.execPath, ['--eval', script], { output })).toEqual({ code: 3, timedOut: false });
    expect(readFileSync(output, 'utf8')).toBe('out\nerr\n');
    expect(await run('no-such-program', [], { output })).toEqual({ code: 127, timedOut: false });
  });

  it('is stopped when its time is over, with what it started', async () => {
    const output = join(newFolder(), 'said');
    const script = 'sleep 600 & echo $!; wait';
    expect(await run('sh', ['-c', script], { output, timeoutMs: 1_000 })).toEqual({ code: 124, timedOut: true });
    const [started] = pidsIn(output);
    expect(started).toBeGreaterThan(1);
    await until(() => !isAlive(started ?? 0));
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'is stopped by the %s of a run with every other one',
    async (signal) => {
      const folder = newFolder();
      const script = join(folder, 'two.mjs');
      writeFileSync(
        script,
        `import { run } from ${JSON.stringify(RUN)};\n` +
          `const output = ${JSON.stringify(join(folder, 'said'))};\n` +
          `const hold = 'console.log(process.pid); setInterval(() => {}, 1_000)';\n` +
          `const one = () => run(process.execPath, ['--eval', hold], { output });\n` +
          `await Promise.all([one(), one()]);\n`,
      );
      const child = spawn(process.execPath, [script], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      const pids = (): number[] => pidsIn(join(folder, 'said'));
      onTestFinished(() => {
        child.kill('SIGKILL');
        for (const pid of pids().filter(isAlive)) process.kill(pid, 'SIGKILL');
      });
      await until(() => pids().length === 2);
      child.kill(signal);
      expect(await ended).toEqual([130, null]);
      await until(() => !pids().some(isAlive));
    },
  );
});
