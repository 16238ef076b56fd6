import type { Random } from '@plecho/testkit';
import { UnavailableError } from '../../commands/command.ts';
import type { Bus } from '../bus.ts';

type Hearing = Pick<Bus, 'follow' | 'request' | 'flushed' | 'onBack'>;

/** A bus of which one hears badly: messages are lost, come twice, or after the next one. */
export class Weather implements Hearing {
  /** Messages that were lost, doubled or late. */
  disturbed = 0;
  isBad = true;
  readonly #bus: Hearing;
  readonly #random: Random;

  constructor(bus: Hearing, random: Random) {
    this.#bus = bus;
    this.#random = random;
  }

  follow(subject: string, handle: (body: unknown, subject: string) => void): () => void {
    const late: (() => void)[] = [];
    return this.#bus.follow(subject, (body, full) => {
      const fate = this.isBad ? this.#random.int(0, 9) : 9;
      if (fate < 6) this.disturbed += 1;
      if (fate < 2) return;
      const tell = (): void => handle(body, full);
      if (fate < 4) {
        late.push(tell);
        return;
      }
      tell();
      if (fate < 6) tell();
      for (const tellLate of late.splice(0)) tellLate();
    });
  }

  async request(subject: string, body: unknown, timeoutMs: number): Promise<unknown> {
    if (this.isBad && this.#random.chance(30)) {
      this.disturbed += 1;
      throw new UnavailableError('lost');
    }
    return this.#bus.request(subject, body, timeoutMs);
  }

  flushed(): Promise<void> {
    return this.#bus.flushed();
  }

  onBack(listener: () => void): () => void {
    return this.#bus.onBack(listener);
  }
}
