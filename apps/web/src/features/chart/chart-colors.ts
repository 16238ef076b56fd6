/** Theme tokens as the chart library wants them; it can't read OKLCH, so the browser converts. */
export interface ChartColors {
  background: string;
  text: string;
  grid: string;
  border: string;
  crosshair: string;
  up: string;
  down: string;
  upFaint: string;
  downFaint: string;
  entry: string;
  warn: string;
  order: string;
  watermark: string;
  /** Of lines that people add. */
  lines: readonly string[];
}

/** Names of the tokens of lines that people add. */
export const LINE_COLORS = ['line-1', 'line-2', 'line-3', 'line-4', 'line-5', 'line-6'] as const;

function toRgb(color: string, alpha: number, context: CanvasRenderingContext2D | null): string {
  if (context === null || color === '') return `rgba(128, 128, 128, ${alpha})`;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [r = 128, g = 128, b = 128] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

/** Reads the tokens as they apply to `element`. */
export function readChartColors(element: Element): ChartColors {
  const styles = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const token = (name: string, alpha = 1): string => toRgb(styles.getPropertyValue(name).trim(), alpha, context);
  return {
    background: token('--color-panel'),
    text: token('--color-muted'),
    grid: token('--color-hairline', 0.35),
    border: token('--color-hairline'),
    crosshair: token('--color-muted', 0.6),
    up: token('--color-up'),
    down: token('--color-down'),
    upFaint: token('--color-up', 0.28),
    downFaint: token('--color-down', 0.28),
    entry: token('--color-secondary'),
    warn: token('--color-warn'),
    order: token('--color-accent'),
    watermark: token('--color-muted', 0.16),
    lines: LINE_COLORS.map((name) => token(`--color-${name}`)),
  };
}
