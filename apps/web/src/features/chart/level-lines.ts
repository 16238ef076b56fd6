import { LineStyle, type IPriceLine, type ISeriesApi } from 'lightweight-charts';
import type { ChartColors } from './chart-colors.ts';
import type { LevelKind, PriceLevel } from './levels.ts';

const toNumber = (price: bigint): number => Number(price) / 1e8;

/** Dashed are those of what is open or waits; dotted those that move by themselves or are not yet in force. */
const STYLE: Partial<Record<LevelKind, LineStyle>> = {
  entry: LineStyle.Solid,
  trailing: LineStyle.Dotted,
  orderTakeProfit: LineStyle.SparseDotted,
  orderStopLoss: LineStyle.SparseDotted,
};

/** The library's price lines for a set of levels, kept in step with it. */
export class LevelLines {
  readonly #series: ISeriesApi<'Candlestick'>;
  readonly #colors: ChartColors;
  readonly #lines = new Map<string, IPriceLine>();

  constructor(series: ISeriesApi<'Candlestick'>, colors: ChartColors) {
    this.#series = series;
    this.#colors = colors;
  }

  sync(levels: readonly PriceLevel[]): void {
    const wanted = new Set(levels.map((level) => level.key));
    for (const [key, line] of this.#lines) {
      if (wanted.has(key)) continue;
      this.#series.removePriceLine(line);
      this.#lines.delete(key);
    }
    for (const level of levels) {
      const line = this.#lines.get(level.key);
      if (line === undefined) this.#lines.set(level.key, this.#create(level));
      else line.applyOptions({ price: toNumber(level.price) });
    }
  }

  /** Shows the axis labels of these lines and hides the others. */
  label(keys: ReadonlySet<string>): void {
    for (const [key, line] of this.#lines) {
      const axisLabelVisible = keys.has(key);
      if (line.options().axisLabelVisible !== axisLabelVisible) line.applyOptions({ axisLabelVisible });
    }
  }

  /** Prices of the lines that have a label at the axis. */
  get labelled(): number[] {
    return [...this.#lines.values()].flatMap((line) => {
      const { axisLabelVisible, price } = line.options();
      return axisLabelVisible ? [price] : [];
    });
  }

  #create(level: PriceLevel): IPriceLine {
    const color = this.#color(level.kind);
    return this.#series.createPriceLine({
      price: toNumber(level.price),
      color,
      lineWidth: 1,
      lineStyle: STYLE[level.kind] ?? LineStyle.Dashed,
      axisLabelVisible: false,
      axisLabelColor: color,
      axisLabelTextColor: this.#colors.background,
      title: '',
    });
  }

  #color(kind: LevelKind): string {
    const { entry, warn, up, down, order } = this.#colors;
    const tones = { entry, liquidation: warn, takeProfit: up, stopLoss: down, trailing: down, order };
    return kind === 'orderTakeProfit' ? up : kind === 'orderStopLoss' ? down : tones[kind];
  }
}
