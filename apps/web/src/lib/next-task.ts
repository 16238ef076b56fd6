/** Resolves in a task of its own: a touch or a frame may come before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
