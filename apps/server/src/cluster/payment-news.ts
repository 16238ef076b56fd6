import type { Bus } from './bus.ts';

const SUBJECT = 'payments';

interface News {
  from: string;
  userId: bigint;
}

/** Tells the other processes whose operations or coins changed, and hears it from them. */
export class PaymentNews {
  readonly #bus: Pick<Bus, 'publish' | 'follow'>;
  readonly #process: string;

  /** @param process a name that no other process has */
  constructor(bus: Pick<Bus, 'publish' | 'follow'>, process: string) {
    this.#bus = bus;
    this.#process = process;
  }

  /** Word may be lost: whoever shows a person's money reads it now and then all the same. */
  tell(userId: bigint): void {
    this.#bus.publish(SUBJECT, { from: this.#process, userId } satisfies News);
  }

  /** @param changed told of what happened in other processes @returns stops it */
  listen(changed: (userId: bigint) => void): () => void {
    return this.#bus.follow(SUBJECT, (body) => {
      const { from, userId } = body as News;
      if (from !== this.#process) changed(userId);
    });
  }
}
