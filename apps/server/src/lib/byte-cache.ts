/** Keeps what was used last, up to so many bytes. */
export class ByteCache<T extends { byteLength: number }> {
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #values = new Map<string, T>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): T | null {
    const value = this.#values.get(key);
    if (value === undefined) return null;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** What alone is more than fits is not kept. */
  set(key: string, value: T): void {
    this.#forget(key);
    if (value.byteLength > this.#maxBytes) return;
    this.#values.set(key, value);
    this.#bytes += value.byteLength;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#values.get(key)?.byteLength ?? 0;
    this.#values.delete(key);
  }
}
