import type { ISeriesApi, PriceFormat } from 'lightweight-charts';

/** A label of the axis is as high as this, pixels: nearer numbers stick out from under it. */
const LABEL_HEIGHT = 18;

type PricedSeries = Pick<ISeriesApi<'Candlestick'>, 'priceToCoordinate' | 'applyOptions'>;

/**
 * The numbers of the price axis, without those that a label stands on: the library draws one over the other.
 * It asks for the texts only when its scale changes, so a label that moves makes it ask again.
 */
export class AxisNumbers {
  readonly #series: PricedSeries;
  readonly #format: PriceFormat;
  readonly #formatPrice: (value: number) => string;
  /** Prices at which labels stand. */
  #labels: readonly number[] = [];
  /** Numbers that the axis has, as prices, and which of them were left out. */
  #numbers: readonly number[] = [];
  #left: readonly boolean[] = [];

  /** @param minMove size of one price step */
  constructor(series: PricedSeries, formatPrice: (value: number) => string, minMove: number) {
    this.#series = series;
    this.#formatPrice = formatPrice;
    this.#format = {
      type: 'custom',
      formatter: formatPrice,
      tickmarksFormatter: (numbers: number[]) => this.#textsOf(numbers),
      minMove,
    };
    series.applyOptions({ priceFormat: this.#format });
  }

  /** Tells where labels will stand once what is about to be drawn is drawn, as prices. */
  expect(labels: readonly number[]): void {
    this.#labels = labels;
  }

  /** Tells where labels stand now, as prices. */
  keepClearOf(labels: readonly number[]): void {
    this.#labels = labels;
    if (this.#covered(this.#numbers).some((isCovered, n) => isCovered !== this.#left[n])) {
      this.#series.applyOptions({ priceFormat: this.#format });
    }
  }

  #textsOf(numbers: readonly number[]): string[] {
    this.#numbers = numbers;
    this.#left = this.#covered(numbers);
    return numbers.map((number, n) => (this.#left[n] === true ? '' : this.#formatPrice(number)));
  }

  #covered(numbers: readonly number[]): boolean[] {
    const rows = this.#labels.map((label) => this.#series.priceToCoordinate(label));
    return numbers.map((number) => {
      const row = this.#series.priceToCoordinate(number);
      return row !== null && rows.some((label) => label !== null && Math.abs(label - row) < LABEL_HEIGHT);
    });
  }
}
