import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { findProgram, NATS } from '../../../../tools/lib/debian.mjs';

/** Whether every thread of a process has stopped. */
function isStopped(pid: number): boolean {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).every((task) => /\) T /.test(readFileSync(`${tasks}/${task}/stat`, 'utf8')));
}

/** A NATS server of a test's own on 127.0.0.1. Its port stays the same when it is started again. */
export class NatsServer {
  #port = 0;
  #process: ChildProcess | null = null;

  constructor() {
    process.once('exit', () => this.#process?.kill('SIGKILL'));
  }

  /** @throws Error when there is no program, or it does not start */
  async start(): Promise<void> {
    const { path } = await findProgram(NATS);
    // -1: whichever is free, as its first lines say.
    const port = this.#port === 0 ? -1 : this.#port;
    const server = spawn(path, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = server;
    const said: string[] = [];
    for await (const line of createInterface(server.stderr)) {
      said.push(line);
      this.#port = Number(/client connections on 127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? this.#port);
      if (!line.includes('Server is ready')) continue;
      server.stderr.resume();
      return;
    }
    throw new Error(`nats-server did not start: ${said.join('\n')}`);
  }

  get url(): string {
    if (this.#port === 0) throw new Error('NATS has an address once it was started');
    return `nats://127.0.0.1:${this.#port}`;
  }

  /** Kills it: what it had not handed on is lost. */
  async stop(): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }

  /** It keeps its connections and says nothing. @returns when it has stopped */
  async pause(): Promise<void> {
    const { pid } = this.#process ?? {};
    this.#process?.kill('SIGSTOP');
    // On a busy machine its threads go on until one of them is run next and finds the signal.
    while (pid !== undefined && !isStopped(pid)) await turn();
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }
}
