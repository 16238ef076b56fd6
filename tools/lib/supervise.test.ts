import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const SUPERVISE = new URL('supervise.mjs', import.meta.url).href;
const WAIT_MS = 20;

interface Run {
  process: ChildProcess;
  /** What the supervisor has said. */
  said(): string;
  /** Process ids of the servers so far. */
  servers(): number[];
  /** Resolves with the process id of the n-th server, from 1, when it runs. */
  server(n: number): Promise<number>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A supervisor in a process of its own over a real server. @param body of the server, after it has noted its process id */
function supervised(body: string, firstWaitMs = WAIT_MS): Run {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-supervise-'));
  const notes = join(folder, 'pids');
  const server = join(folder, 'server.mjs');
  const supervisor = join(folder, 'supervisor.mjs');
  writeFileSync(notes, '');
  writeFileSync(
    server,
    `import { appendFileSync } from 'node:fs';\nconst hold = () => setInterval(() => {}, 1_000);\n` +
      `const ready = () => appendFileSync(${JSON.stringify(notes)}, process.pid + '\\n');\n${body}\n`,
  );
  writeFileSync(
    supervisor,
    `import { supervise } from ${JSON.stringify(SUPERVISE)};\n` +
      `const server = { command: process.execPath, args: [${JSON.stringify(server)}] };\n` +
      `process.exitCode = await supervise(server, { say: (line) => console.error(line), firstWaitMs: ${firstWaitMs} });\n`,
  );
  // The leader of a group, as a program that a shell or `timeout` has started.
  const child = spawn(process.execPath, [supervisor], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const servers = (): number[] => readFileSync(notes, 'utf8').split('\n').filter(Boolean).map(Number);
  onTestFinished(() => {
    child.kill('SIGKILL');
    for (const pid of servers()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
    rmSync(folder, { recursive: true });
  });
  return {
    process: child,
    said: () => said,
    servers,
    async server(n) {
      await until(() => servers().length >= n);
      return servers()[n - 1] ?? 0;
    },
    ended,
  };
}

const STOPS = `for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));\nhold();\nready();`;

describe('S11 a server that crashes', () => {
  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)('by %s is started again', async (signal) => {
    const run = supervised(STOPS);
    process.kill(await run.server(1), signal);
    const second = await run.server(2);
    expect(second).not.toBe(run.servers()[0]);
    expect(run.said()).toContain(`Сервер упал (${signal}). Запускаю снова через 1 с…`);
    run.process.kill('SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(run.servers()).toHaveLength(2);
  });

  it('by an error is started again, and left alone after three times in a minute', async () => {
    const run = supervised(`ready();\nthrow new Error('planted');`);
    expect(await run.ended).toEqual({ code: 1, signal: null });
    expect(run.servers()).toHaveLength(3);
    const lines = run.said().trim().split('\n');
    expect(lines.filter((line) => line.startsWith('Сервер упал (код 1)'))).toHaveLength(2);
    expect(lines.at(-1)).toBe('Сервер упал 3 раза за минуту и больше не запускается. Причина выше.');
  });

  it('is waited for longer each time', async () => {
    const run = supervised(`ready();\nthrow new Error('planted');`, 1_001);
    await run.ended;
    const waits = [...run.said().matchAll(/через (\d+) с/g)].map(([, seconds]) => Number(seconds));
    expect(waits).toEqual([2, 3]);
  });
});

describe('S10 a server that is to stop', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s is not started again', async (signal) => {
    const run = supervised(STOPS);
    await run.server(1);
    run.process.kill(signal);
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(run.servers()).toHaveLength(1);
    expect(run.said()).toBe('');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s to its whole group hears of it once', async (signal) => {
    // As our server: the second one ends it in the middle of what it does at its end.
    const run = supervised(
      `let asked = 0;\nprocess.on('${signal}', () => {\n` +
        `  asked += 1;\n  if (asked === 2) process.exit(9);\n  setTimeout(() => process.exit(0), 500);\n});\nhold();\nready();`,
    );
    await run.server(1);
    if (run.process.pid === undefined) throw new Error('it did not start');
    process.kill(-run.process.pid, signal);
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('and whose supervisor is killed sees it', async () => {
    const run = supervised(
      `process.once('disconnect', () => {\n  ready();\n  process.exit(0);\n});\nhold();\nready();`,
    );
    const first = await run.server(1);
    run.process.kill('SIGKILL');
    expect(await run.server(2)).toBe(first);
  });

  it('ends by itself or with a setting that can’t be used, is not started again either', async () => {
    for (const code of [0, 78]) {
      const run = supervised(`ready();\nprocess.exit(${code});`);
      expect(await run.ended).toEqual({ code, signal: null });
      expect(run.servers()).toHaveLength(1);
    }
  });

  it('and fails at it says so with its code, and stays stopped', async () => {
    const run = supervised(`process.on('SIGTERM', () => process.exit(3));\nhold();\nready();`);
    await run.server(1);
    run.process.kill('SIGTERM');
    expect(await run.ended).toEqual({ code: 3, signal: null });
    expect(run.servers()).toHaveLength(1);
  });

  it('while it waits to be started again, stops at once', async () => {
    const run = supervised(STOPS, 3_600_000);
    process.kill(await run.server(1), 'SIGKILL');
    await until(() => run.said().includes('Запускаю снова'));
    run.process.kill('SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(run.servers()).toHaveLength(1);
  });
});
