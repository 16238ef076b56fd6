/**
 * Runs steps one after another, each after a frame and in a task of its own, so that none keeps a touch
 * waiting for the others. A page that is not seen draws no frames: its steps wait until it is.
 *
 * @returns what calls off those that have not begun
 */
export function inTasks(steps: readonly (() => void)[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const run = (at: number): void => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        steps[at]?.();
        if (at + 1 < steps.length) run(at + 1);
      });
    });
  };
  run(0);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
