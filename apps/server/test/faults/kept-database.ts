import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { vi } from 'vitest';
import { freePort } from '../../../../tools/product/process.ts';
import { connectClient } from '../../src/storage/connection.ts';
import { findBinaries, type Binaries } from '../../src/storage/embedded/binaries.ts';
import { databaseUser, type SystemUser } from '../../src/storage/embedded/system-user.ts';

const DEPLOYED = new URL('../../../../deploy/postgresql/', import.meta.url);
const SCRIPTS = ['archive-wal.sh', 'restore.sh'];
const COPY_ATTEMPTS = 10;

/** A PostgreSQL of its own that keeps its log as `deploy/` says, and what is made of its backups. */
export class KeptDatabase {
  readonly #folder: string;
  readonly #user: SystemUser | null;
  readonly #binaries: Binaries;
  #directory: string;
  #port = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#user = databaseUser();
    this.#binaries = findBinaries(this.#user, join(folder, 'binaries'));
    this.#directory = join(folder, 'cluster');
    for (const path of [folder, join(folder, 'wal')]) {
      mkdirSync(path, { recursive: true });
      if (this.#user !== null) chownSync(path, this.#user.uid, this.#user.gid);
    }
    // Where the database's user may read them, wherever the project is.
    for (const script of SCRIPTS) copyFileSync(new URL(script, DEPLOYED), join(folder, script));
  }

  static async start(folder: string): Promise<KeptDatabase> {
    const database = new KeptDatabase(folder);
    database.#run(database.#binaries.initdb, ['-D', database.#directory, '-U', 'plecho_owner', '--auth=trust']);
    await database.#start(database.#keeping());
    return database;
  }

  /** Connection string of its owner. */
  get url(): string {
    return `postgres://plecho_owner@127.0.0.1:${this.#port}/postgres`;
  }

  /** A base backup of the running server: what `pg_basebackup` does, which does not come with the embedded one. @returns its folder */
  async baseBackup(): Promise<string> {
    const base = join(this.#folder, 'base');
    await this.#asOwner(async (owner) => {
      await owner.query(`SELECT pg_backup_start('base', fast => true)`);
      this.#copy(base);
      for (const path of ['postmaster.pid', 'pg_wal']) rmSync(join(base, path), { recursive: true });
      this.#run('mkdir', ['-p', join(base, 'pg_wal')]);
      const { rows } = await owner.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop()');
      writeFileSync(join(base, 'backup_label'), rows[0]!.label);
    });
    if (this.#user !== null) chownSync(join(base, 'backup_label'), this.#user.uid, this.#user.gid);
    return base;
  }

  /** By its own clock, after all that was committed. */
  now(): Promise<string> {
    return this.#asOwner(async (owner) => {
      const { rows } = await owner.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
      return rows[0]!.now;
    });
  }

  /** The machine is lost, with all but its backups. What was written until now is among them. */
  async isLost(): Promise<void> {
    await this.#asOwner(async (owner) => {
      const { rows } = await owner.query<{ piece: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS piece');
      const kept = `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1`;
      await vi.waitFor(
        async () => {
          if ((await owner.query(kept, [rows[0]!.piece])).rowCount === 0) throw new Error('not kept yet');
        },
        { timeout: 60_000, interval: 100 },
      );
    });
    this.stop();
    rmSync(this.#directory, { recursive: true });
  }

  /** Goes on from a base backup at a moment, as `deploy/` does it. */
  async restore(base: string, moment: string): Promise<void> {
    const target = join(this.#folder, 'restored');
    this.#run('sh', [join(this.#folder, 'restore.sh'), base, join(this.#folder, 'wal'), target, moment]);
    this.#directory = target;
    await this.#start([]);
  }

  stop(): void {
    this.#run(this.#binaries.pgCtl, ['stop', '-w', '-s', '-m', 'immediate', '-D', this.#directory]);
  }

  /** The settings of `deploy/` by which the log is kept, with this folder in place of the machine's. */
  #keeping(): string[] {
    const deployed = readFileSync(new URL('plecho.conf', DEPLOYED), 'utf8')
      .replaceAll('/opt/plecho/deploy/postgresql', this.#folder)
      .replaceAll('/var/backups/plecho', this.#folder);
    return deployed
      .split('\n')
      .filter((line) => /^(wal_level|max_wal_senders|archive_mode|archive_command) =/.test(line));
  }

  async #start(settings: string[]): Promise<void> {
    this.#port = await freePort();
    const own = [`port = ${this.#port}`, "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'jit = off'];
    const file = join(this.#directory, 'postgresql.conf');
    writeFileSync(file, [readFileSync(file, 'utf8'), ...settings, ...own, ''].join('\n'));
    const log = join(this.#folder, 'postgres.log');
    this.#run(this.#binaries.pgCtl, ['start', '-w', '-s', '-t', '60', '-D', this.#directory, '-l', log]);
  }

  /** A file may be gone before it is copied; then the copy begins anew. */
  #copy(base: string, attempts = COPY_ATTEMPTS): void {
    try {
      this.#run('cp', ['-a', this.#directory, base]);
    } catch (error) {
      if (attempts === 1) throw error;
      rmSync(base, { recursive: true, force: true });
      this.#copy(base, attempts - 1);
    }
  }

  #run(file: string, args: string[]): void {
    execFileSync(file, args, {
      cwd: '/',
      stdio: 'pipe',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      ...this.#user,
    });
  }

  async #asOwner<T>(ask: (owner: Client) => Promise<T>): Promise<T> {
    const owner = await connectClient({ connectionString: this.url });
    try {
      return await ask(owner);
    } finally {
      await owner.end();
    }
  }
}
