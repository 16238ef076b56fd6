import { UnavailableError } from '../../src/commands/command.ts';
import type { Bus } from '../../src/cluster/bus.ts';
import { decodeMessage, encodeMessage } from '../../src/cluster/message.ts';

/** What is said crosses as it does between processes. */
const crossed = (body: unknown): unknown => decodeMessage(encodeMessage(body));

/** A bus within a test: what is published has been heard when it returns. */
export class MemoryBus implements Pick<Bus, 'publish' | 'request' | 'answer' | 'follow' | 'flushed' | 'onBack'> {
  /** Resolves when what was asked for is in force. */
  flushing: Promise<void> = Promise.resolve();
  /** Requests by subject. */
  readonly requests: string[] = [];
  readonly #followers = new Map<string, Set<(body: unknown, subject: string) => void>>();
  readonly #answers = new Map<string, (body: unknown) => Promise<unknown>>();
  readonly #onBack = new Set<() => void>();

  publish(subject: string, body: unknown): void {
    for (const handle of this.#followers.get(subject) ?? []) handle(crossed(body), subject);
  }

  async request(subject: string, body: unknown): Promise<unknown> {
    this.requests.push(subject);
    const answer = this.#answers.get(subject);
    if (answer === undefined) throw new UnavailableError(`nobody answers on ${subject}`);
    return crossed(await answer(crossed(body)));
  }

  answer(subject: string, handle: (body: unknown) => Promise<unknown>): () => void {
    this.#answers.set(subject, handle);
    return () => {
      if (this.#answers.get(subject) === handle) this.#answers.delete(subject);
    };
  }

  follow(subject: string, handle: (body: unknown, subject: string) => void): () => void {
    const followers = this.#followers.get(subject) ?? new Set();
    this.#followers.set(subject, followers.add(handle));
    return () => followers.delete(handle);
  }

  /** Whether anybody hears what is said on a subject. */
  isFollowed(subject: string): boolean {
    return (this.#followers.get(subject)?.size ?? 0) > 0;
  }

  flushed(): Promise<void> {
    return this.flushing;
  }

  onBack(listener: () => void): () => void {
    this.#onBack.add(listener);
    return () => this.#onBack.delete(listener);
  }

  /** The connection was away. */
  comeBack(): void {
    for (const listener of this.#onBack) listener();
  }
}
