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

/** How many pixels of a chart, all its panes together, are drawn in each token's colour. */
export async function drawnPixels(chart: Locator, tokens: readonly string[]): Promise<number[]> {
  return chart.evaluate((element, names) => {
    const probe = document.createElement('canvas').getContext('2d');
    if (probe === null) throw new Error('no colours');
    const pictures = [...element.querySelectorAll('canvas')].map((canvas) => {
      if (canvas.width === 0 || canvas.height === 0) return [];
      return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    });
    return names.map((name) => {
      probe.fillStyle = getComputedStyle(element).getPropertyValue(name);
      probe.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
      const near = (a: number | undefined, wanted: number): boolean => Math.abs((a ?? -1) - wanted) < 16;
      let alike = 0;
      for (const data of pictures) {
        for (let at = 0; at < data.length; at += 4) {
          if (near(data[at], r) && near(data[at + 1], g) && near(data[at + 2], b)) alike += 1;
        }
      }
      return alike;
    });
  }, tokens);
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

/** Whether something in the colour of a token is drawn in a part of the chart, CSS pixels from its corner. */
export async function isDrawnIn(
  chart: Locator,
  part: { x: number; y: number; width: number; height: number },
  token: string,
): Promise<boolean> {
  return chart.evaluate(
    (element, { x, y, width, height, name }) => {
      const pane = [...element.querySelectorAll('canvas')].reduce((largest, canvas) =>
        canvas.width * canvas.height > largest.width * largest.height ? canvas : largest,
      );
      const scale = pane.width / pane.clientWidth;
      const [left, top, across, down] = [x, y, width, height].map((own) => Math.round(own * scale)) as [
        number,
        number,
        number,
        number,
      ];
      const pixels = pane.getContext('2d')?.getImageData(left, top, across, down).data;
      const probe = document.createElement('canvas').getContext('2d');
      if (pixels === undefined || probe === null) throw new Error('the chart has no pixels');
      probe.fillStyle = getComputedStyle(element).getPropertyValue(name);
      probe.fillRect(0, 0, 1, 1);
      const wanted = [...probe.getImageData(0, 0, 1, 1).data];
      for (let pixel = 0; pixel < pixels.length; pixel += 4) {
        if ([0, 1, 2].every((color) => Math.abs((pixels[pixel + color] ?? 0) - (wanted[color] ?? 0)) < 40)) return true;
      }
      return false;
    },
    { ...part, name: token },
  );
}
