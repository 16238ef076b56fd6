import type { SurfaceColors } from '@/lib/chart-surface.ts';
import type { Shape, Tone } from './shape.ts';

const FONT = '11px Inter Variable, Inter, system-ui, sans-serif';
const FILL = 0.12;
const HANDLE = 4.5;
/** Room around a label's text, pixels. */
const PADDING = 2;

const colorOf = (colors: SurfaceColors, tone: Tone): string =>
  ({ accent: colors.order, up: colors.up, down: colors.down, muted: colors.text })[tone];

function drawHandles(context: CanvasRenderingContext2D, shape: Shape, colors: SurfaceColors): void {
  context.lineWidth = 1.5;
  context.fillStyle = colors.background;
  context.strokeStyle = colors.order;
  for (const { x, y } of shape.handles) {
    context.beginPath();
    context.arc(x, y, HANDLE, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  { labels }: Shape,
  colors: SurfaceColors,
  plotWidth: number,
): void {
  context.font = FONT;
  context.textBaseline = 'bottom';
  for (const { x: wanted, y, text, tone } of labels) {
    const { width } = context.measureText(text);
    // One that would be cut off by the price axis makes room for itself, unless its drawing is out of sight.
    const x = wanted > plotWidth ? wanted : Math.min(wanted, plotWidth - width - PADDING);
    // On the panel's own colour: figures over candles can't be read.
    context.globalAlpha = 0.75;
    context.fillStyle = colors.background;
    context.fillRect(x - PADDING, y - 12, width + 2 * PADDING, 13);
    context.globalAlpha = 1;
    context.fillStyle = colorOf(colors, tone);
    context.fillText(text, x, y);
  }
}

/**
 * Draws a shape; a chosen one thicker and with its handles.
 * @param plotWidth pixels without the price axis
 */
export function paintShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  colors: SurfaceColors,
  isChosen: boolean,
  plotWidth: number,
): void {
  context.save();
  context.globalAlpha = FILL;
  for (const { x, y, width, height, tone } of shape.fills) {
    context.fillStyle = colorOf(colors, tone);
    context.fillRect(x, y, width, height);
  }
  context.globalAlpha = 1;
  context.lineWidth = isChosen ? 2 : 1.25;
  for (const { from, to, tone, dashed } of shape.lines) {
    context.strokeStyle = colorOf(colors, tone);
    context.setLineDash(dashed === true ? [4, 4] : []);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.setLineDash([]);
  drawLabels(context, shape, colors, plotWidth);
  if (isChosen) drawHandles(context, shape, colors);
  context.restore();
}
