/** A set of listeners; the smallest thing that `useSyncExternalStore` can listen to. */
export class Emitter {
  readonly #listeners = new Set<() => void>();

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  emit(): void {
    for (const listener of this.#listeners) listener();
  }
}
