import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforePort } from '../../apps/server/src/config-host.ts';
import { SERVER } from '../lib/build.mjs';
import { serverEnvironment } from '../lib/paths.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;

export interface Product {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** Milliseconds from the spawn to a green readiness check. */
  readyMs: number;
  /** Stops the server with SIGTERM and waits for its end; the data stays. */
  stop(): Promise<void>;
  /** Ends the server with SIGKILL, as a crash would, and waits for its end. */
  kill(): Promise<void>;
}

/** No system gives these away by itself, to a connection or to who asks for any port: nobody takes one before it is used. */
const PORTS = { from: 12_000, to: 30_000 };
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A free loopback port, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** A folder for the product's data, reachable by the database's own system user. */
export function newDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'plecho-run-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What a product is started in, and which. */
interface Surroundings {
  /** Another version of it than the one of this checkout. */
  program?: string;
  /** How many files and sockets it may have open; as many as this process without it. */
  openFiles?: number;
  /** The words in front of its command: of what puts it into a network of its own. */
  within?: readonly string[];
}

/** Starts the product as `npm start` does, on its own data folder and, unless `env.PORT` says so, a free port. */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  { program = SERVER, openFiles, within = [] }: Surroundings = {},
): Promise<Product> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const started = performance.now();
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...within, process.execPath, program], {
    cwd: ROOT,
    env: { ...serverEnvironment(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://${beforePort(env['HOST'] ?? '127.0.0.1')}:${port}`;
  while (!(await isReady(url))) {
    const ending = child.exitCode ?? child.signalCode;
    if (ending !== null) throw new Error(`the server ended with ${ending}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url,
    port,
    dataDir,
    process: child,
    readyMs: performance.now() - started,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Whether a product answers there and is ready to work. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** Whether somebody takes connections there. */
export async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
