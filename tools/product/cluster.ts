import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Counts, Process } from '../cluster/plan.ts';
import { root, serverEnvironment } from '../lib/paths.mjs';
import { freePort } from './process.ts';

/** A process of the product in a cluster, reached past the load balancer. */
export interface ClusterProcess extends Process {
  url: string;
}

/** The product as several processes with all they need. */
export interface Cluster {
  /** Of the load balancer. */
  url: string;
  dataDir: string;
  processes: ClusterProcess[];
  /** The process that runs all the others. */
  process: ChildProcess;
  /** Stops all of them; the data stays. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** How many of each; as many as `npm run cluster` starts where nothing else is said. */
  counts?: Partial<Counts>;
  env?: Record<string, string>;
}

/** Starts what `npm run cluster` starts, on its own data folder and free ports. It ends with this process. */
export async function startCluster(dataDir: string, { counts = {}, env = {} }: ClusterOptions = {}): Promise<Cluster> {
  const port = await freePort();
  const numbers = Object.entries(counts).map(([role, count]) => `--${role}=${count}`);
  // In a group of its own: a Ctrl+C of the terminal must not reach the servers before the one that stops them in order.
  const child = spawn(process.execPath, [join(root, 'tools/cluster/main.ts'), ...numbers], {
    cwd: root,
    env: { ...serverEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const started = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (started === null) throw new Error(`the cluster ended with ${child.exitCode}`);
  const processes = started[0] as Process[];
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    processes: processes.map((each) => ({ ...each, url: `http://127.0.0.1:${each.port}` })),
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
