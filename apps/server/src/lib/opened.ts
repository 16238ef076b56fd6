/** What was opened, to be closed in the opposite order, once. */
export class Opened {
  readonly #closers: (() => unknown)[] = [];
  #closing: Promise<void> | null = null;

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }
}
