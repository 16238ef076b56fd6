import { join } from 'node:path';
import { SERVER } from '../lib/build.mjs';
import type { Program } from '../lib/debian.mjs';
import { isOpen, isReady } from '../product/process.ts';
import type { MemberPlan } from './member.ts';

/** How many processes of each role. */
export interface Counts {
  engine: number;
  jobs: number;
  edge: number;
}
export const USUAL: Counts = { engine: 2, jobs: 1, edge: 3 };

/** Where everything of a local cluster is. */
export interface Place {
  /** Node 24. */
  node: string;
  nats: Program;
  natsPassword: string;
  natsPort: number;
  haproxy: Program;
  host: string;
  /** Of the load balancer. */
  port: number;
  /** Folder with `nats.conf` and `haproxy.cfg`. */
  folder: string;
  databaseUrl: string;
  /** What the processes are started with besides. */
  env: NodeJS.ProcessEnv;
}

/** A process of the product. */
export interface Process {
  name: string;
  role: keyof Counts;
  port: number;
}

/** Names the processes of a cluster, each on a port of its own. @param newPort draws one */
export function namedProcesses(counts: Counts, newPort: () => Promise<number>): Promise<Process[]> {
  const names = (role: Process['role']) =>
    Array.from({ length: counts[role] }, (_, n) => ({ name: `${role}-${n + 1}`, role }));
  const processes = [...names('engine'), ...names('jobs'), ...names('edge')];
  return Promise.all(processes.map(async (process) => ({ ...process, port: await newPort() })));
}

/** One of the product's processes, as `plecho@.service` runs it. */
function serverPlan(place: Place, { name, role, port }: Process): MemberPlan {
  return {
    name,
    command: place.node,
    args: [SERVER],
    env: {
      ...place.env,
      ...{ ROLES: role, HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '127.0.0.1/32' },
      DATABASE_URL: place.databaseUrl,
      NATS_URL: `nats://plecho:${place.natsPassword}@127.0.0.1:${place.natsPort}`,
    },
    isReady: () => isReady(`http://127.0.0.1:${port}`),
  };
}

/**
 * What a local cluster is made of, in the order in which it starts. The load balancer is there before the edges, and so
 * after them at the end: they take leave of their clients through it.
 */
export function clusterPlan(place: Place, processes: readonly Process[]): MemberPlan[][] {
  const of = (...roles: Process['role'][]): MemberPlan[] =>
    processes.filter(({ role }) => roles.includes(role)).map((process) => serverPlan(place, process));
  const nats: MemberPlan = {
    name: 'nats',
    command: place.nats.path,
    args: ['-c', join(place.folder, 'nats.conf')],
    log: join(place.folder, 'nats.log'),
    // It needs a tenth of a core; with all of them its threads look for work where the product could do some.
    env: { ...place.env, ...place.nats.env, NATS_PASSWORD: place.natsPassword, GOMAXPROCS: '1' },
    isReady: () => isOpen('127.0.0.1', place.natsPort),
  };
  const haproxy: MemberPlan = {
    name: 'haproxy',
    command: place.haproxy.path,
    args: ['-db', '-f', join(place.folder, 'haproxy.cfg')],
    env: { ...place.env, ...place.haproxy.env },
    log: join(place.folder, 'haproxy.log'),
    isReady: () => isOpen(place.host, place.port),
  };
  return [[nats], of('engine'), [haproxy], of('jobs', 'edge')];
}
