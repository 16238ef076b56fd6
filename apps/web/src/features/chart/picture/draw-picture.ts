import type { ChartController } from '../chart-controller.ts';
import { pictureTexts as texts } from './texts.ts';

export interface PictureFacts {
  /** What the market is; rule C2. */
  marketLabel: string;
  symbol: string;
  interval: string;
  /** When it was taken, by the market's clock. */
  time: string;
  /** Indicators and compared pairs, as words. */
  drawn: readonly string[];
}

const FONT = 'Inter Variable, Inter, system-ui, sans-serif';
/** Heights of the bands above and below the chart, CSS pixels. */
const HEAD = 46;
const FOOT = 30;

interface Words {
  context: CanvasRenderingContext2D;
  /** Device pixels in one of CSS. */
  ratio: number;
  width: number;
}

function write(
  { context, ratio, width }: Words,
  text: string,
  y: number,
  look: { size: number; color: string; weight?: number },
): void {
  context.font = `${look.weight ?? 440} ${look.size * ratio}px ${FONT}`;
  context.fillStyle = look.color;
  // Longer than the picture is wide, it is set narrower instead of being cut off.
  context.fillText(text, 10 * ratio, y * ratio, width - 20 * ratio);
}

/**
 * The chart as it is seen, in a frame that says what it shows and that the money is not real: the words are
 * part of the picture, above, below and across it.
 */
export function drawPicture(controller: ChartController, facts: PictureFacts): HTMLCanvasElement {
  const { chart, colors } = controller.parts;
  const shot = chart.takeScreenshot(true, false);
  const ratio = shot.width / Math.max(chart.chartElement().clientWidth, 1);
  const picture = document.createElement('canvas');
  picture.width = shot.width;
  picture.height = shot.height + Math.round((HEAD + FOOT) * ratio);
  const context = picture.getContext('2d');
  if (context === null) return picture;
  context.fillStyle = colors.background;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(shot, 0, Math.round(HEAD * ratio));
  const words = { context, ratio, width: picture.width };
  write(words, `${facts.symbol} · ${facts.interval} · ${facts.marketLabel}`, 19, {
    size: 14,
    color: colors.entry,
    weight: 640,
  });
  write(words, [facts.time, ...facts.drawn].join(' · '), 37, { size: 11, color: colors.text });
  write(words, texts.practice(facts.marketLabel), HEAD + shot.height / ratio + 20, {
    size: 12,
    color: colors.warn,
    weight: 560,
  });
  return picture;
}

/** «plecho-BTCUSDT-1h.png» */
export const pictureName = (symbol: string, interval: string): string =>
  `plecho-${symbol}-${interval}.png`.replaceAll(/[^\w.-]/g, '');
