import type { Clock } from '../lib/clock.ts';
import type { ImportsElsewhere, RunningImport } from '../replays/ports.ts';
import type { Bus } from './bus.ts';

const SUBJECT = 'imports';
/** What was not heard of for so long is over, or its process is. */
const SILENT_MS = 5_000;

interface News {
  from: string;
  /** null: it is over. */
  running: RunningImport | null;
}

export interface ImportNewsOptions {
  bus: Pick<Bus, 'publish' | 'follow'>;
  clock: Pick<Clock, 'monotonic'>;
  /** A name that no other process has. */
  process: string;
}

/** Tells the other processes how far the import of this one is, and hears it from them: operators are served by any. */
export class ImportNews implements ImportsElsewhere {
  readonly #options: ImportNewsOptions;
  /** By process, with when it was heard, by the even clock. */
  readonly #heard = new Map<string, { running: RunningImport; at: number }>();

  constructor(options: ImportNewsOptions) {
    this.#options = options;
    const { bus, clock, process } = options;
    bus.follow(SUBJECT, (body) => {
      const { from, running } = body as News;
      if (running === null) this.#heard.delete(from);
      else if (from !== process) this.#heard.set(from, { running, at: clock.monotonic() });
    });
  }

  tell(running: RunningImport | null): void {
    const { bus, process } = this.#options;
    bus.publish(SUBJECT, { from: process, running } satisfies News);
  }

  list(): RunningImport[] {
    const now = this.#options.clock.monotonic();
    for (const [from, { at }] of this.#heard) if (now - at > SILENT_MS) this.#heard.delete(from);
    return [...this.#heard.values()].map(({ running }) => running);
  }
}
