import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { haproxyConfiguration } from '../../../../tools/cluster/configurations.ts';
import { findProgram, HAPROXY } from '../../../../tools/lib/debian.mjs';
import { freePort } from '../../../../tools/product/process.ts';
import type { Site } from './trader.ts';

/** HAProxy in front of edges, as it is deployed but for addresses and TLS. */
export class Balancer implements Site {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  /** @param folder for its configuration @param edges their ports on loopback @throws MissingProgram */
  static async start(folder: string, edges: readonly number[]): Promise<Balancer> {
    const { path, env } = await findProgram(HAPROXY);
    const port = await freePort();
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(config, haproxyConfiguration('127.0.0.1', port, edges));
    const child = spawn(path, ['-db', '-f', config], { env: { ...process.env, ...env }, stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    return new Balancer(`http://127.0.0.1:${port}`, child);
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }
}
