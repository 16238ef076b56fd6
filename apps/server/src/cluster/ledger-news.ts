import type { SentinelView } from '../lib/sentinel.ts';
import type { Bus } from './bus.ts';

const SUBJECT = 'ledger';

/** Tells the other processes what the checks of the ledger have found, and hears it where they are not made. */
export class LedgerNews {
  readonly #bus: Pick<Bus, 'publish' | 'follow'>;

  constructor(bus: Pick<Bus, 'publish' | 'follow'>) {
    this.#bus = bus;
  }

  /** Called after every check, so that word that was lost is made up for by the next. */
  tell({ state, checkedAt, violations }: SentinelView): void {
    this.#bus.publish(SUBJECT, { state, checkedAt, violations });
  }

  /** @returns stops it */
  listen(heard: (view: SentinelView) => void): () => void {
    return this.#bus.follow(SUBJECT, (body) => heard(body as SentinelView));
  }
}
