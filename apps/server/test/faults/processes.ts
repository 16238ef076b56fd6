import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProcessRole } from '@plecho/domain';
import { FAKETIME, findFolder } from '../../../../tools/lib/debian.mjs';
import { freePort } from '../../../../tools/product/process.ts';
import { asOwner, PRODUCT_SCHEMA, type Installation } from '../../src/storage/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/storage/embedded/embedded.ts';
import { findPostmaster } from '../../src/storage/embedded/postmaster.ts';
import { NatsServer } from '../support/nats-server.ts';
import { Cabling } from './cabling.ts';
import { Gate } from './gate.ts';
import { Member, type Place } from './member.ts';
import { NatsGate } from './nats-gate.ts';

/** Five processes, each with connections of its own. */
const CONNECTIONS = 200;

/** How far the clock of one engine is ahead: machines agree to a few seconds at best. */
export const AHEAD_S = 5;

/** @returns what sets the clock of a program forward @throws MissingProgram */
async function clockAhead(): Promise<Record<string, string>> {
  const library = join(await findFolder(FAKETIME), 'libfaketimeMT.so.1');
  return { LD_PRELOAD: library, FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Who has a market. */
export interface Owner {
  pid: number;
  /** Of its connection that writes the market. */
  backend: number;
  term: bigint;
}

/** A market that runs, with the connections that have its lock. */
export interface Holding extends Owner {
  market: string;
  locks: number[];
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

const PATIENCE_MS = 90_000;
const LOOK_MS = 50;
/** Of what happens to messages by chance. */
const SEED = 97;

/** Asks until there is an answer. @throws Error with `what` when none comes */
async function untilThere<T>(what: string, ask: () => Promise<T | null | undefined>): Promise<T> {
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await wait(LOOK_MS)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
  }
  throw new Error(what);
}

/** Every shared market that is not over, with who has it by the rows and who by the locks. */
const HOLDINGS = `
  SELECT m.id AS market, p.pid, o.backend_pid AS backend, o.term,
         ARRAY(SELECT l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
               AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND l.classid::bigint = hashtext($1)::bigint & 4294967295
               AND l.objid::bigint = hashtext(m.id)::bigint & 4294967295) AS locks
  FROM markets m LEFT JOIN market_owners o ON o.market_id = m.id LEFT JOIN processes p ON p.id = o.process_id
  WHERE m.owner_id IS NULL AND NOT m.ended ORDER BY m.number`;

/** The product as several processes on one database and one NATS. */
export class Processes {
  readonly nats = new NatsServer();
  readonly members: Member[] = [];
  readonly #dataDir: string;
  readonly #cabling = Cabling.lay();
  #database: EmbeddedDatabase;
  #natsGate: NatsGate | null = null;

  private constructor(dataDir: string, database: EmbeddedDatabase) {
    this.#dataDir = dataDir;
    this.#database = database;
  }

  /** Starts two engines, the jobs and some edges. @returns when all are ready */
  static async start(dataDir: string, { edges = 2 }: { edges?: number } = {}): Promise<Processes> {
    const processes = new Processes(dataDir, await startEmbedded(dataDir, { maxConnections: CONNECTIONS }));
    try {
      await processes.#startAll(edges);
    } catch (error) {
      await processes.stop();
      throw error;
    }
    return processes;
  }

  async #startAll(edges: number): Promise<void> {
    await this.nats.start();
    this.#natsGate = await NatsGate.open(Number(new URL(this.nats.url).port), SEED);
    const roles: ProcessRole[] = [
      'engine',
      'engine',
      'jobs',
      ...Array.from({ length: edges }, (): ProcessRole => 'edge'),
    ];
    for (const [n, role] of roles.entries()) {
      const env = n === 0 ? await clockAhead() : {};
      // The owners of markets are those who are cut off.
      const namespace = role === 'engine' ? (this.#cabling?.namespace() ?? null) : null;
      const place = { name: `${role}-${n}`, role, dataDir: this.#dataDir, env, namespace };
      this.members.push(await this.#member(place));
    }
    const starts = this.members.map((member) => member.start());
    // Only what has started can be stopped.
    await Promise.allSettled(starts);
    await Promise.all(starts);
  }

  /** Of the owner of the database, past every door. */
  get databaseUrl(): string {
    return this.#database.url;
  }

  /** The same, as where the tables are. */
  get installation(): Installation {
    return { ownerUrl: this.databaseUrl, schema: PRODUCT_SCHEMA };
  }

  /** In front of NATS, behind the doors of all members. */
  get natsGate(): NatsGate {
    if (this.#natsGate === null) throw new Error('the processes were not started');
    return this.#natsGate;
  }

  of(role: ProcessRole): Member[] {
    return this.members.filter((member) => member.role === role);
  }

  /** Edges that take requests. */
  edges(): Member[] {
    return this.of('edge').filter(({ isRunning }) => isRunning);
  }

  /** One of them. */
  anyEdge(): Member {
    const edges = this.edges();
    const edge = edges[Math.floor(Math.random() * edges.length)];
    if (edge === undefined) throw new Error('no edge runs');
    return edge;
  }

  /** The process that has the main market, as the database knows it. */
  async owner(): Promise<Owner | null> {
    return (await this.#look()).owner;
  }

  /** Resolves when another process than `before` has the main market. */
  async takeover(before: Owner): Promise<Takeover> {
    const begun = performance.now();
    const beats = new Set<string>();
    return untilThere('nobody has it', async () => {
      const { owner, beat } = await this.#look();
      beats.add(beat);
      if (owner === null || owner.term <= before.term || owner.pid === before.pid) return null;
      return { beats: beats.size - 1, takenMs: Math.round(performance.now() - begun) };
    });
  }

  /** The member that has the main market. */
  async ownerMember(): Promise<Member> {
    return untilThere('nobody has the main market', async () => {
      const owner = await this.owner();
      return this.members.find(({ pid }) => pid !== undefined && pid === owner?.pid);
    });
  }

  /** Who has which market; resolves when somebody has each of them. */
  async holdings(): Promise<Holding[]> {
    return untilThere('a market that nobody has', async () => {
      const { rows } = await asOwner(this.installation, (owner) => owner.query<Holding>(HOLDINGS, [PRODUCT_SCHEMA]));
      return rows.every(({ locks }) => locks.length > 0) ? rows : null;
    });
  }

  /** In which term each market is, whether somebody has it or not. */
  async terms(): Promise<Map<string, bigint>> {
    const { rows } = await asOwner(this.installation, (owner) =>
      owner.query<{ market: string; term: bigint }>('SELECT market_id AS market, term FROM market_owners'),
    );
    return new Map(rows.map(({ market, term }) => [market, term]));
  }

  /** The markets that are halted, each with its reason. */
  async halts(): Promise<{ market: string; reason: string }[]> {
    const { rows } = await asOwner(this.installation, (owner) =>
      owner.query<{ market: string; reason: string }>('SELECT market_id AS market, reason FROM market_halts'),
    );
    return rows;
  }

  /** The database dies with all it was doing, as at a loss of power, and does not come back by itself. */
  async crashDatabase(): Promise<void> {
    const { pid } = findPostmaster(join(this.#database.directory, 'cluster')) ?? {};
    if (pid === undefined) throw new Error('the database does not run');
    process.kill(pid, 'SIGQUIT');
    // From here on nobody looks after it; what can't be stopped is gone by then.
    await this.#database.stop().catch(() => undefined);
  }

  /** It is started again: elsewhere, where the same doors lead. */
  async restartDatabase(): Promise<void> {
    this.#database = await startEmbedded(this.#dataDir, { maxConnections: CONNECTIONS });
    for (const { database } of this.members) database.lead(Number(new URL(this.databaseUrl).port));
  }

  /** Stops everything. */
  async stop(): Promise<void> {
    for (const member of this.members) {
      member.mend(['database', 'nats']);
      member.nats.slow(0);
    }
    await Promise.all(this.members.map((member) => member.stop()));
    await Promise.all(this.members.flatMap(({ database, nats }) => [database.shut(), nats.shut()]));
    await this.#natsGate?.shut();
    this.#cabling?.remove();
    await this.nats.stop();
    await this.#database.stop();
  }

  async #look(): Promise<Look> {
    const { rows } = await asOwner(this.installation, (owner) =>
      owner.query<{ pid: number | null; backend: number; term: bigint; beat: string }>(
        `SELECT p.pid, o.backend_pid AS backend, o.term,
                (SELECT max(seen_at)::text FROM processes WHERE 'jobs' = ANY (roles)) AS beat
         FROM market_owners o LEFT JOIN processes p ON p.id = o.process_id WHERE o.market_id = 'main'`,
      ),
    );
    const { pid = null, backend = 0, term = 0n, beat = '' } = rows[0] ?? {};
    return { owner: pid === null ? null : { pid, backend, term }, beat };
  }

  async #member(place: Place): Promise<Member> {
    const databaseUrl = new URL(this.databaseUrl);
    databaseUrl.searchParams.delete('application_name');
    const natsUrl = new URL(this.nats.url);
    const at = (host: string | undefined) => (host === undefined ? {} : { host });
    const { database, nats } = place.namespace?.cables ?? {};
    const doors = {
      database: await Gate.open(await freePort(), Number(databaseUrl.port), at(database?.near)),
      nats: await Gate.open(await freePort(), this.natsGate.port, at(nats?.near)),
    };
    databaseUrl.host = `${doors.database.host}:${doors.database.port}`;
    natsUrl.host = `${doors.nats.host}:${doors.nats.port}`;
    const env = {
      ...place.env,
      ...(database === undefined ? {} : { HOST: database.far }),
      ...{ ROLES: place.role, PORT: String(await freePort()), LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: databaseUrl.href, NATS_URL: natsUrl.href, MARKET_SEED: 'processes' },
      // The load balancer.
      ...(place.role === 'edge' ? { TRUST_PROXY: '127.0.0.1/32' } : {}),
    };
    return new Member({ ...place, env }, doors);
  }
}
