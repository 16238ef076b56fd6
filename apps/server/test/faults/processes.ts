import { join } from 'node:path';
import { vi } from 'vitest';
import { FAKETIME, findFolder } from '../../../../tools/lib/debian.mjs';
import { freePort, startProduct, type Product } from '../../../../tools/product/process.ts';
import { connectClient, ownerConfig, PRODUCT_SCHEMA } from '../../src/storage/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { NatsServer } from '../support/nats-server.ts';
import { Cabling, type Line, type Namespace } from './cabling.ts';
import { Gate } from './gate.ts';
import type { Site } from './trader.ts';

/** Five processes, each with connections of its own. */
const CONNECTIONS = 200;

/** How far the clock of one engine is ahead: machines agree to a few seconds at best. */
export const AHEAD_S = 5;

/** @returns what sets the clock of a program forward @throws MissingProgram */
async function clockAhead(): Promise<Record<string, string>> {
  const library = join(await findFolder(FAKETIME), 'libfaketimeMT.so.1');
  return { LD_PRELOAD: library, FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

type Role = 'edge' | 'engine' | 'jobs';

interface Place {
  name: string;
  role: Role;
  dataDir: string;
  env: Record<string, string>;
  /** null: on loopback, as this process. */
  namespace: Namespace | null;
}

/** One process of several, behind doors of its own to the database and to NATS. */
export class Member implements Site {
  readonly name: string;
  readonly role: Role;
  readonly database: Gate;
  readonly nats: Gate;
  readonly #place: Place;
  #product: Product | null = null;

  constructor(place: Place, doors: { database: Gate; nats: Gate }) {
    this.name = place.name;
    this.role = place.role;
    this.#place = place;
    this.database = doors.database;
    this.nats = doors.nats;
  }

  get url(): string {
    const { HOST = '127.0.0.1', PORT } = this.#place.env;
    return `http://${HOST}:${PORT}`;
  }

  get isRunning(): boolean {
    return this.#product !== null;
  }

  get pid(): number | undefined {
    return this.#product?.process.pid;
  }

  /** @returns when it is ready */
  async start(): Promise<void> {
    const { dataDir, env, namespace } = this.#place;
    this.#product = await startProduct(dataDir, env, { within: namespace?.within ?? [] });
  }

  async stop(): Promise<void> {
    const product = this.#product;
    this.#product = null;
    await product?.stop();
  }

  async kill(): Promise<void> {
    const product = this.#product;
    this.#product = null;
    await product?.kill();
  }

  /** It does nothing more, and its connections stay as they are. */
  pause(): void {
    this.#product?.process.kill('SIGSTOP');
  }

  resume(): void {
    this.#product?.process.kill('SIGCONT');
  }

  /** Nothing comes through any more. @returns what was cut: a cable, or a door that stands for one */
  cut(lines: readonly Line[]): 'cable' | 'door' {
    const { namespace } = this.#place;
    for (const line of lines) {
      if (namespace === null) this[line].freeze();
      else namespace.cables[line].cut();
    }
    return namespace === null ? 'door' : 'cable';
  }

  mend(lines: readonly Line[]): void {
    const { namespace } = this.#place;
    for (const line of lines) {
      if (namespace === null) this[line].thaw();
      else namespace.cables[line].mend();
    }
  }
}

/** Who has a market. */
export interface Owner {
  pid: number;
  term: bigint;
}

/** Who has the main market, and the newest heartbeat of the process with the jobs, which nothing happens to meanwhile. */
interface Look {
  owner: Owner | null;
  beat: string;
}

/** How a market came to another owner. */
export interface Takeover {
  /** Heartbeats of a process that was not concerned: how long it took, by a clock that is as busy as the machine. */
  beats: number;
  /** By the clock on the wall, for whoever reads the report, ms. */
  takenMs: number;
}

/** The product as several processes on one database and one NATS. */
export class Processes {
  readonly nats = new NatsServer();
  readonly members: Member[] = [];
  readonly #database: EmbeddedDatabase;
  readonly #cabling = Cabling.lay();

  private constructor(database: EmbeddedDatabase) {
    this.#database = database;
  }

  /** Starts two edges, two engines and the jobs. @returns when all are ready */
  static async start(dataDir: string): Promise<Processes> {
    const processes = new Processes(await startEmbedded(dataDir, { maxConnections: CONNECTIONS }));
    await processes.nats.start();
    const roles: Role[] = ['engine', 'engine', 'jobs', 'edge', 'edge'];
    for (const [n, role] of roles.entries()) {
      const env = n === 0 ? await clockAhead() : {};
      // The owners of markets are those who are cut off.
      const namespace = role === 'engine' ? (processes.#cabling?.namespace() ?? null) : null;
      processes.members.push(await processes.#member({ name: `${role}-${n}`, role, dataDir, env, namespace }));
    }
    await Promise.all(processes.members.map((member) => member.start()));
    return processes;
  }

  /** Of the owner of the database, past every door. */
  get databaseUrl(): string {
    return this.#database.url;
  }

  of(role: Role): Member[] {
    return this.members.filter((member) => member.role === role);
  }

  /** Edges that take requests. */
  edges(): Member[] {
    return this.of('edge').filter(({ isRunning }) => isRunning);
  }

  /** The process that has the main market, as the database knows it. */
  async owner(): Promise<Owner | null> {
    return (await this.#look()).owner;
  }

  /** Resolves when another process than `before` has the main market. */
  async takeover(before: Owner): Promise<Takeover> {
    const begun = performance.now();
    const beats = new Set<string>();
    await vi.waitFor(
      async () => {
        const { owner, beat } = await this.#look();
        beats.add(beat);
        if (owner === null || owner.term <= before.term || owner.pid === before.pid) throw new Error('nobody has it');
      },
      { timeout: 90_000, interval: 50 },
    );
    return { beats: beats.size - 1, takenMs: Math.round(performance.now() - begun) };
  }

  /** The member that has the main market. */
  async ownerMember(): Promise<Member> {
    return vi.waitFor(
      async () => {
        const owner = await this.owner();
        const member = this.members.find(({ pid }) => pid !== undefined && pid === owner?.pid);
        if (member === undefined) throw new Error('nobody has the main market');
        return member;
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  /** Stops everything. */
  async stop(): Promise<void> {
    for (const member of this.members) {
      member.mend(['database', 'nats']);
      member.nats.slow(0);
    }
    await Promise.all(this.members.map((member) => member.stop()));
    await Promise.all(this.members.flatMap(({ database, nats }) => [database.shut(), nats.shut()]));
    this.#cabling?.remove();
    await this.nats.stop();
    await this.#database.stop();
  }

  async #look(): Promise<Look> {
    const client = await connectClient(ownerConfig({ ownerUrl: this.databaseUrl, schema: PRODUCT_SCHEMA }));
    try {
      const { rows } = await client.query<{ pid: number | null; term: bigint; beat: string }>(
        `SELECT p.pid, o.term, (SELECT max(seen_at)::text FROM processes WHERE 'jobs' = ANY (roles)) AS beat
         FROM market_owners o LEFT JOIN processes p ON p.id = o.process_id WHERE o.market_id = 'main'`,
      );
      const { pid = null, term = 0n, beat = '' } = rows[0] ?? {};
      return { owner: pid === null ? null : { pid, term }, beat };
    } finally {
      await client.end();
    }
  }

  async #member(place: Place): Promise<Member> {
    const databaseUrl = new URL(this.databaseUrl);
    databaseUrl.searchParams.delete('application_name');
    const natsUrl = new URL(this.nats.url);
    const { database, nats } = place.namespace?.cables ?? {};
    const doors = {
      database: await Gate.open(await freePort(), Number(databaseUrl.port), database?.near),
      nats: await Gate.open(await freePort(), Number(natsUrl.port), nats?.near),
    };
    databaseUrl.host = `${doors.database.host}:${doors.database.port}`;
    natsUrl.host = `${doors.nats.host}:${doors.nats.port}`;
    const env = {
      ...place.env,
      ...(database === undefined ? {} : { HOST: database.far }),
      ...{ ROLES: place.role, PORT: String(await freePort()), LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: databaseUrl.href, NATS_URL: natsUrl.href, MARKET_SEED: 'processes' },
    };
    return new Member({ ...place, env }, doors);
  }
}
