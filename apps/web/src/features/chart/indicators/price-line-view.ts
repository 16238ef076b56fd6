import {
  customSeriesDefaultOptions,
  type CustomData,
  type CustomSeriesOptions,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type Time,
} from 'lightweight-charts';

export interface PriceLinePoint extends CustomData<Time> {
  value: number;
  /** Close of the bar that the value belongs to. */
  close: number;
}

export interface PriceLineOptions extends CustomSeriesOptions {
  dashed: boolean;
}

type Draw = ICustomSeriesPaneRenderer['draw'];

/**
 * A line over the prices. On a scale of percents the library counts each series from its own first value
 * in sight; this one is counted from the close of its bar, as the candles are, and keeps its distance to them.
 */
export class PriceLineView implements ICustomSeriesPaneView<Time, PriceLinePoint, PriceLineOptions> {
  #data: PaneRendererCustomData<Time, PriceLinePoint> | null = null;
  #options: PriceLineOptions = this.defaultOptions();
  readonly #renderer: ICustomSeriesPaneRenderer = { draw: (...drawn) => this.#draw(...drawn) };

  renderer(): ICustomSeriesPaneRenderer {
    return this.#renderer;
  }

  update(data: PaneRendererCustomData<Time, PriceLinePoint>, options: PriceLineOptions): void {
    this.#data = data;
    this.#options = options;
  }

  /** The last one is what the library takes for the close. */
  priceValueBuilder({ value, close }: PriceLinePoint): number[] {
    return [value, close];
  }

  isWhitespace(point: Partial<PriceLinePoint>): point is never {
    return point.value === undefined;
  }

  defaultOptions(): PriceLineOptions {
    return { ...customSeriesDefaultOptions, dashed: false };
  }

  #draw(...[target, toRow]: Parameters<Draw>): void {
    const range = this.#data?.visibleRange ?? null;
    if (range === null) return;
    // One more on each side: the line goes on beyond the edges.
    const points = this.#data?.bars.slice(Math.max(range.from - 1, 0), range.to + 1) ?? [];
    target.useBitmapCoordinateSpace(({ context, horizontalPixelRatio, verticalPixelRatio }) => {
      context.beginPath();
      for (const { x, originalData } of points) {
        const row = toRow(originalData.value);
        if (row !== null) context.lineTo(x * horizontalPixelRatio, row * verticalPixelRatio);
      }
      context.strokeStyle = this.#options.color;
      context.lineWidth = verticalPixelRatio;
      context.lineJoin = 'round';
      context.setLineDash(this.#options.dashed ? [2 * verticalPixelRatio, 2 * verticalPixelRatio] : []);
      context.stroke();
    });
  }
}
