import * as z from 'zod';
import type { AcceptedKey } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import type { Bus } from './bus.ts';
import { ActionSchema } from './market-questions.ts';

const SUBJECT = 'keys';

/** For each key its person, its action and the key itself. */
const KeysMessage = z.object({ from: z.string(), keys: z.array(z.tuple([z.bigint(), ActionSchema, z.string()])) });
type KeysMessage = z.infer<typeof KeysMessage>;

export interface KeyNewsOptions {
  bus: Pick<Bus, 'publish' | 'follow' | 'onBack'>;
  clock: Pick<Clock, 'soon'>;
  /** A name that no other process has. */
  process: string;
}

/** What is done with word of the others. */
export interface KeyListener {
  heard(key: AcceptedKey): void;
  /** Word may have been missed: the connection was away. */
  missed(): void;
}

/**
 * Tells the other engines which keys this one is about to answer, what comes in one turn in one message, and hears it from
 * them. Who sends a key to two markets on two engines, one after the other, is then looked up by the second. Word that is lost,
 * or that comes too late, costs that market that it is read anew, and nothing else.
 */
export class KeyNews {
  readonly #options: KeyNewsOptions;
  #accepted: KeysMessage['keys'] = [];

  constructor(options: KeyNewsOptions) {
    this.#options = options;
  }

  tell({ userId, action, key }: AcceptedKey): void {
    if (this.#accepted.push([userId, action, key]) > 1) return;
    const { bus, clock, process: from } = this.#options;
    clock.soon(() => {
      const keys = this.#accepted;
      this.#accepted = [];
      bus.publish(SUBJECT, { from, keys } satisfies KeysMessage);
    });
  }

  listen({ heard, missed }: KeyListener): void {
    const { bus, process } = this.#options;
    bus.follow(SUBJECT, (body) => {
      const { from, keys } = KeysMessage.parse(body);
      if (from === process) return;
      for (const [userId, action, key] of keys) heard({ userId, action, key });
    });
    bus.onBack(missed);
  }
}
