/**
 * Runs steps one after another once a frame has been drawn, each in a task of its own, so that none keeps a touch
 * waiting for the others. A page that is not seen draws no frames: its steps wait until it is.
 *
 * @returns what calls off those that have not begun
 */
export function inTasks(steps: readonly (() => void)[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (at: number): void => {
    timer = setTimeout(() => {
      steps[at]?.();
      if (at + 1 < steps.length) run(at + 1);
    });
  };
  const frame = requestAnimationFrame(() => run(0));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
