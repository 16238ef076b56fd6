/** How long a figure that has changed keeps its tint. */
export const TINT_MS = 300;
/** Tints end together: a hundred prices that change four times a second shall not need a timer each. */
const SWEEP_MS = 100;
/** A tint ends so much earlier if others begin then: prices come together, and the figures are repainted anyway. */
const EARLY_MS = 100;

const endings = new Map<HTMLElement, number>();
let sweeping: ReturnType<typeof setTimeout> | undefined;
let begunAt = Number.NEGATIVE_INFINITY;

function endUntil(moment: number): void {
  for (const [element, end] of endings) {
    if (end > moment) continue;
    endings.delete(element);
    delete element.dataset['tint'];
  }
}

function sweep(): void {
  endUntil(performance.now());
  sweeping = endings.size === 0 ? undefined : setTimeout(sweep, SWEEP_MS);
}

const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Shows for a moment which way a figure went; nothing under reduced motion. Two repaints: an animated
 * colour would repaint every frame, and with a hundred live rows that is a tenth of a core.
 */
export function tint(element: HTMLElement, direction: 'up' | 'down'): void {
  if (isCalm()) return;
  const now = performance.now();
  element.dataset['tint'] = direction;
  endings.set(element, now + TINT_MS);
  if (now - begunAt > SWEEP_MS) {
    begunAt = now;
    endUntil(now + EARLY_MS);
  }
  sweeping ??= setTimeout(sweep, TINT_MS);
}
