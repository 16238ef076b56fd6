interface Waiter {
  isOver(): boolean;
  resolve(): void;
}

/** Those who wait until something is so. */
export class Waiters {
  #waiting: Waiter[] = [];

  /** Resolves at the first {@link release} at which `isOver`, or that is for everybody. */
  until(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push({ isOver, resolve }));
  }

  /**
   * @param everybody whatever they wait for
   * @returns whether somebody was released: they act as soon as whoever asks lets them
   */
  release(everybody: boolean): boolean {
    const released = this.#waiting.filter((waiter) => everybody || waiter.isOver());
    this.#waiting = this.#waiting.filter((waiter) => !released.includes(waiter));
    for (const waiter of released) waiter.resolve();
    return released.length > 0;
  }
}
