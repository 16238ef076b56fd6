/** How long a figure that has changed keeps its tint. */
export const TINT_MS = 300;
/** Tints end together: a hundred prices that change four times a second shall not need a timer each. */
const SWEEP_MS = 100;

const endings = new Map<HTMLElement, number>();
let sweeping: ReturnType<typeof setTimeout> | undefined;

function sweep(): void {
  const now = performance.now();
  for (const [element, end] of endings) {
    if (end > now) continue;
    endings.delete(element);
    delete element.dataset['tint'];
  }
  sweeping = endings.size === 0 ? undefined : setTimeout(sweep, SWEEP_MS);
}

const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Shows for a moment which way a figure went; nothing under reduced motion. Two repaints: an animated
 * colour would repaint every frame, and with a hundred live rows that is a tenth of a core.
 */
export function tint(element: HTMLElement, direction: 'up' | 'down'): void {
  if (isCalm()) return;
  element.dataset['tint'] = direction;
  endings.set(element, performance.now() + TINT_MS);
  sweeping ??= setTimeout(sweep, TINT_MS);
}
