import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Client } from 'pg';
import { vi } from 'vitest';
import { findPostgresql, type Program } from '../../../../tools/lib/debian.mjs';
import { freePort } from '../../../../tools/product/process.ts';
import { connectClient } from '../../src/storage/connection.ts';
import { barrier, databaseUser, type SystemUser } from '../../src/storage/embedded/system-user.ts';

const DEPLOYED = new URL('../../../../deploy/postgresql/', import.meta.url);
const FILES = ['archive-wal.sh', 'base-backup.sh', 'restore.sh', 'roles.sql'];
const SUPERUSER = 'postgres';
/** Debian keeps them outside the data folder: no base backup has them. */
const SETTINGS = ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'];

/** Where `user` may run them: as they are, or copied when they are behind a folder that the user may not enter. */
function within(reach: SystemUser | null, { path, env }: Program, spare: string): Program {
  if (reach === null || barrier(join(path, 'initdb'), reach) === null) return { path, env };
  const root = join(path, '../../../../..');
  cpSync(root, spare, { recursive: true, verbatimSymlinks: true });
  const moved = (place: string): string => place.replace(root, spare);
  const libraries = env['LD_LIBRARY_PATH']?.split(delimiter).map(moved).join(delimiter);
  return { path: moved(path), env: libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries } };
}

/** The PostgreSQL of a site, set up, kept and brought back with the files of `deploy/`. */
export class KeptDatabase {
  readonly #folder: string;
  readonly #user = databaseUser();
  readonly #programs: Program;
  readonly #settings: string;
  /** Where the log is kept. */
  #wal: string;
  #directory: string;
  #port: number;

  private constructor(folder: string, programs: Program, port: number) {
    this.#port = port;
    this.#folder = folder;
    this.#settings = join(folder, 'settings');
    this.#directory = join(folder, 'cluster');
    this.#wal = join(folder, 'wal');
    for (const path of [folder, this.#settings, this.#wal, join(folder, 'base')]) this.#makePlace(path);
    this.#programs = within(this.#user, programs, join(folder, 'programs'));
    // Where the database's user may read them, wherever the project is.
    for (const file of FILES) copyFileSync(new URL(file, DEPLOYED), join(folder, file));
  }

  /** @throws MissingProgram */
  static async start(folder: string): Promise<KeptDatabase> {
    const database = new KeptDatabase(folder, await findPostgresql(), await freePort());
    database.#run('initdb', ['-D', database.#directory, '-U', SUPERUSER, '--auth=trust']);
    for (const name of SETTINGS) renameSync(join(database.#directory, name), join(database.#settings, name));
    database.#start(database.#keeping());
    const passwords = ['owner_password=one', 'backup_password=two'].flatMap((value) => ['-v', value]);
    database.#run('psql', [
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-U',
      SUPERUSER,
      ...passwords,
      '-f',
      join(folder, 'roles.sql'),
    ]);
    return database;
  }

  /** Connection string of the owner of what the product stores. */
  get url(): string {
    return `postgres://plecho_owner@127.0.0.1:${this.#port}/plecho`;
  }

  /** A base backup of the running server. @returns its folder */
  baseBackup(): string {
    return this.#run('sh', [join(this.#folder, 'base-backup.sh'), join(this.#folder, 'base')]).trim();
  }

  /** By its own clock, after all that was committed. */
  now(): Promise<string> {
    return this.#asSuperuser(async (client) => {
      const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
      return rows[0]!.now;
    });
  }

  /** The machine is lost, with all but its settings and its backups. What was written until now is among them. */
  async isLost(): Promise<void> {
    await this.#asSuperuser(async (client) => {
      const { rows } = await client.query<{ piece: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS piece');
      const kept = `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1`;
      await vi.waitFor(
        async () => {
          if ((await client.query(kept, [rows[0]!.piece])).rowCount === 0) throw new Error('not kept yet');
        },
        { timeout: 60_000, interval: 100 },
      );
    });
    this.stop();
    rmSync(this.#directory, { recursive: true });
  }

  /** Goes on from a base backup at a moment, or from all that was kept; it can be written to then. */
  async restore(base: string, moment?: string): Promise<void> {
    const target = `${this.#directory}-restored`;
    const until = moment === undefined ? [] : [moment];
    this.#run('sh', [join(this.#folder, 'restore.sh'), base, this.#wal, target, ...until]);
    this.#directory = target;
    this.#start([]);
    await this.#asSuperuser(async (client) => {
      const isReading = async (): Promise<boolean> =>
        (await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]!.is;
      await vi.waitUntil(async () => !(await isReading()), { timeout: 60_000, interval: 100 });
    });
  }

  /** A restored one keeps its log again, in a place of its own. The rest of what the restore has set stays as it is. */
  async keepAgain(): Promise<void> {
    await this.#asSuperuser((client) => client.query('ALTER SYSTEM RESET archive_mode'));
    this.stop();
    this.#wal = `${this.#wal}-again`;
    this.#makePlace(this.#wal);
    this.#start(this.#keeping());
  }

  stop(): void {
    this.#run('pg_ctl', ['stop', '-w', '-s', '-m', 'immediate', '-D', this.#settings]);
  }

  #makePlace(path: string): void {
    mkdirSync(path, { recursive: true });
    if (this.#user !== null) chownSync(path, this.#user.uid, this.#user.gid);
  }

  /** The settings by which the log is kept, with this folder in place of the machine's. */
  #keeping(): string[] {
    const deployed = readFileSync(new URL('plecho.conf', DEPLOYED), 'utf8')
      .replaceAll('/opt/plecho/deploy/postgresql', this.#folder)
      .replaceAll('/var/backups/plecho/wal', this.#wal);
    return deployed
      .split('\n')
      .filter((line) => /^(wal_level|max_wal_senders|archive_mode|archive_command) =/.test(line));
  }

  #start(settings: string[]): void {
    const own = [`port = ${this.#port}`, "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'jit = off'];
    own.push(`data_directory = '${this.#directory}'`);
    const file = join(this.#settings, 'postgresql.conf');
    writeFileSync(file, [readFileSync(file, 'utf8'), ...settings, ...own, ''].join('\n'));
    const log = join(this.#folder, 'postgres.log');
    this.#run('pg_ctl', ['start', '-w', '-s', '-t', '60', '-D', this.#settings, '-l', log]);
  }

  /** As the database's user, with its programs first in the PATH and its address where they look for it. @returns what it said */
  #run(program: string, args: string[]): string {
    const { path, env } = this.#programs;
    const PATH = [path, process.env['PATH']].join(delimiter);
    const address = { PGHOST: '127.0.0.1', PGPORT: String(this.#port) };
    return execFileSync(program, args, {
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, ...address, PATH, LC_ALL: 'C', TZ: 'UTC' },
      ...this.#user,
    });
  }

  async #asSuperuser<T>(ask: (client: Client) => Promise<T>): Promise<T> {
    const client = await connectClient({
      connectionString: `postgres://${SUPERUSER}@127.0.0.1:${this.#port}/postgres`,
    });
    try {
      return await ask(client);
    } finally {
      await client.end();
    }
  }
}
