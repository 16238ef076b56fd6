import type { Clock } from '../lib/clock.ts';
import type { PgProcessStore, ProcessFigures, ProcessIdentity } from '../storage/cluster/process-store.ts';

const BEAT_MS = 2_000;
/** Without a beat for so long, this process or the database has stood still. */
const GAP_MS = 2 * BEAT_MS;

export interface HeartbeatOptions {
  clock: Clock;
  store: Pick<PgProcessStore, 'beat' | 'leave' | 'forgetSilent'>;
  process: ProcessIdentity;
  figures(): ProcessFigures;
  /** Ids of the markets that run here. */
  markets(): readonly string[];
  onError(error: unknown): void;
}

/** Says again and again that a process is there, what it has and how it is. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  /** By the even clock, ms: since when no beat was missed, and the newest one. */
  #steadySince = Number.POSITIVE_INFINITY;
  #newest = Number.NEGATIVE_INFINITY;
  #beating: Promise<void> | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Rejects when the process can't be made known: it could own nothing. */
  async start(): Promise<void> {
    await this.#options.store.forgetSilent();
    await this.#beat();
    this.#cancel = this.#options.clock.every(BEAT_MS, () => {
      this.#beating ??= this.#beat()
        .catch((error: unknown) => this.#options.onError(error))
        .finally(() => (this.#beating = null));
    });
  }

  /**
   * Whether this process has been heard without a gap for some time. When the database, or this process, has stood still
   * everybody seems to have been silent: whoever has just come back must not judge the others.
   */
  get isSteady(): boolean {
    const now = this.#options.clock.monotonic();
    return now - this.#newest <= GAP_MS && now - this.#steadySince >= GAP_MS;
  }

  /**
   * Leaves: no engine leaves markets to this process any more. To be called before they are given up, which may take as
   * long as a silent owner has. Never rejects.
   */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#beating;
    await this.#options.store.leave(this.#options.process.id).catch((error: unknown) => this.#options.onError(error));
  }

  async #beat(): Promise<void> {
    const { clock, store, process, figures, markets } = this.#options;
    await store.beat(process, figures(), markets());
    const now = clock.monotonic();
    if (now - this.#newest > GAP_MS) this.#steadySince = now;
    this.#newest = now;
  }
}
