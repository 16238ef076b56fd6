import type { Locator, Page } from '@playwright/test';

/** Right of the newest candle the chart draws lines and nothing else. CSS pixels. */
const EMPTY_STRIP = 40;

/** Heights of the horizontal lines that are drawn in each token's colour, read from the chart's pixels, CSS pixels. */
export async function drawnRows(chart: Locator, tokens: readonly string[]): Promise<number[][]> {
  return chart.evaluate(
    (element, { names, strip }) => {
      const pane = [...element.querySelectorAll('canvas')].reduce((largest, canvas) =>
        canvas.width * canvas.height > largest.width * largest.height ? canvas : largest,
      );
      const scale = pane.width / pane.clientWidth;
      const width = Math.round(strip * scale);
      const pixels = pane.getContext('2d')?.getImageData(pane.width - width, 0, width, pane.height).data;
      if (pixels === undefined) throw new Error('the chart has no pixels');
      const probe = document.createElement('canvas').getContext('2d');
      if (probe === null) throw new Error('no colours');
      return names.map((name) => {
        probe.fillStyle = getComputedStyle(element).getPropertyValue(name);
        probe.fillRect(0, 0, 1, 1);
        const wanted = [...probe.getImageData(0, 0, 1, 1).data];
        const rows: number[] = [];
        for (let row = 0; row < pane.height; row += 1) {
          let alike = 0;
          for (let column = 0; column < width; column += 1) {
            const at = (row * width + column) * 4;
            if ([0, 1, 2].every((part) => Math.abs((pixels[at + part] ?? 0) - (wanted[part] ?? 0)) < 24)) alike += 1;
          }
          if (alike > width * 0.3) rows.push(row / scale);
        }
        return rows;
      });
    },
    { names: tokens, strip: EMPTY_STRIP },
  );
}

/** The price that a level's label names, as it is written. */
export async function labelledPrice(page: Page, name: string): Promise<string> {
  const label = await page.getByRole('button', { name: new RegExp(`^${name} .*Изменить`) }).textContent();
  return new RegExp(`^${name} ([\\d\\s]+,\\d+)`).exec(label ?? '')?.[1]?.trim() ?? '';
}

export const numberOf = (price: string): number => Number(price.replace(/\s/g, '').replace(',', '.'));

export interface DrawnLevel {
  /** Where the line of the take profit is, as a price. */
  drawn: number;
  /** What a pixel is worth. */
  pixel: number;
}

/**
 * The price at which the line of the take profit is drawn: the chart's scale is read from the lines of the entry
 * and the stop loss, which nobody moves. The position is a long one whose levels are all in sight.
 */
export async function drawnTakeProfit(page: Page, chart: Locator): Promise<DrawnLevel> {
  const [entry, stop] = [numberOf(await labelledPrice(page, 'Вход')), numberOf(await labelledPrice(page, 'Стоп-лосс'))];
  const [entryRows, upRows, downRows] = await drawnRows(chart, ['--color-secondary', '--color-up', '--color-down']);
  // The newest price has a line of its own in one of these colours, between the two levels.
  const [entryRow, stopRow, takeRow] = [entryRows?.[0], downRows?.at(-1), upRows?.[0]];
  if (entryRow === undefined || stopRow === undefined || takeRow === undefined) return { drawn: Number.NaN, pixel: 0 };
  const pixel = (entry - stop) / (stopRow - entryRow);
  return { drawn: entry + (entryRow - takeRow) * pixel, pixel };
}
