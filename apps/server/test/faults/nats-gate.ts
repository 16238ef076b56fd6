import { Random } from '@plecho/testkit';
import { freePort } from '../../../../tools/product/process.ts';
import { Gate, type Change } from './gate.ts';

const LINE_END = '\r\n';
/** Of a hundred messages, while some are to be harmed. */
const HARMED_PERCENT = 50;

/** A question that carries commands, the answer to one, or anything else. */
type Kind = 'command' | 'reply' | 'other';

/** How many messages were harmed, in which way. */
interface Harm {
  dropped: number;
  doubled: number;
}

/** A message with the words of its first line, or a line that belongs to none, without words. */
interface Part {
  words: string[];
  bytes: Buffer;
}

/**
 * Cuts what goes one way on a NATS connection into whole messages and the lines between them.
 * @returns what is whole after each piece
 */
function cutter(): (piece: Buffer) => Part[] {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    const parts: Part[] = [];
    for (;;) {
      const end = rest.indexOf(LINE_END);
      if (end < 0) return parts;
      const line = rest.toString('latin1', 0, end);
      const words = /^H?(PUB|MSG) /.test(line) ? line.split(' ') : [];
      const head = end + LINE_END.length;
      // The last word is how many bytes follow, without their own end.
      const size = words.length === 0 ? head : head + Number(words.at(-1)) + LINE_END.length;
      if (rest.length < size) return parts;
      parts.push({ words, bytes: rest.subarray(0, size) });
      rest = rest.subarray(size);
    }
  };
}

/** A door in front of NATS at which messages are dropped or doubled by chance, whole ones, while it is told so. */
export class NatsGate {
  readonly harm: Record<Kind, Harm> = {
    command: { dropped: 0, doubled: 0 },
    reply: { dropped: 0, doubled: 0 },
    other: { dropped: 0, doubled: 0 },
  };
  readonly #random: Random;
  /** Where answers to commands go. */
  readonly #inboxes = new Set<string>();
  #isHarmful = false;
  #gate: Gate | null = null;

  private constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Opens a door to a NATS server on loopback. @param seed of the chance */
  static async open(target: number, seed: number): Promise<NatsGate> {
    const gate = new NatsGate(seed);
    gate.#gate = await Gate.open(await freePort(), target, { newChange: () => gate.#newChange() });
    return gate;
  }

  get port(): number {
    return this.#gate?.port ?? 0;
  }

  /** How many messages of any kind were dropped or doubled. */
  get harmed(): number {
    return Object.values(this.harm).reduce((sum, { dropped, doubled }) => sum + dropped + doubled, 0);
  }

  /** Every second message is dropped or doubled from now on, or none. */
  set isHarmful(isHarmful: boolean) {
    this.#isHarmful = isHarmful;
  }

  async shut(): Promise<void> {
    await this.#gate?.shut();
  }

  #newChange(): Change {
    const cut = cutter();
    return (piece) => Buffer.concat(cut(piece).flatMap((part) => this.#becomeOf(part)));
  }

  /** How often a message goes on. */
  #becomeOf({ words, bytes }: Part): Buffer[] {
    if (words.length === 0) return [bytes];
    const kind = this.#kindOf(words, bytes);
    if (!this.#isHarmful || !this.#random.chance(HARMED_PERCENT)) return [bytes];
    const isDropped = this.#random.chance(50);
    this.harm[kind][isDropped ? 'dropped' : 'doubled'] += 1;
    return isDropped ? [] : [bytes, bytes];
  }

  #kindOf([, subject = '', ...more]: string[], bytes: Buffer): Kind {
    if (this.#inboxes.has(subject)) return 'reply';
    if (!/\bmarket\.[^.]+\.ask$/.test(subject) || !bytes.includes('submit')) return 'other';
    const inbox = more.find((word) => word.startsWith('_INBOX.'));
    if (inbox !== undefined) this.#inboxes.add(inbox);
    return 'command';
  }
}
