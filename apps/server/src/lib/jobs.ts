/** What works by itself, in one process at a time; two that do it for a moment do no harm. */
export interface Jobs {
  /** Begins, also after a {@link stop}. */
  start(): void;
  /** Begins nothing new and resolves when what is under way is done. Never rejects. */
  stop(): Promise<void>;
}

/** All of them as one. */
export function allOf(jobs: readonly Jobs[]): Jobs {
  return {
    start() {
      for (const each of jobs) each.start();
    },
    async stop() {
      await Promise.all(jobs.map((each) => each.stop()));
    },
  };
}
