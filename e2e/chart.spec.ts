import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { drawnPixels } from './support/chart-pixels.ts';
import { expect, test } from './support/test.ts';

const done = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Готово' }).click();

/** Opens one of the chart's tools: on a desktop its own button, on a phone one in the list behind the only one. */
async function openTool(page: Page, name: string, isMobile: boolean): Promise<void> {
  if (!isMobile) return page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Инструменты графика' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

test('indicators tell their values, the look changes what is drawn, and a picture says that the money is not real', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  // A device may have kept anything.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('damaged') !== null) return;
    sessionStorage.setItem('damaged', '1');
    localStorage.setItem('plecho:indicators', '[{"kind":"sma","parameters":["x"]}]');
    localStorage.setItem('plecho:chart-layout', '{"count":9}');
    localStorage.setItem('plecho:chart-view', 'null');
    localStorage.setItem('plecho:chart-compare', '{');
  });
  await page.goto(isMobile ? '/mobile/trade' : '/dashboard');
  const chart = page.getByRole('group', { name: /График BTCUSDT/ });
  await expect(chart).toBeVisible();
  const legend = chart.getByRole('list', { name: 'Индикаторы на графике' });
  await expect(legend).toBeHidden();

  await test.step('RSI and Bollinger are on the chart, drawn in their colours', async () => {
    await openTool(page, 'Индикаторы', isMobile);
    await page.getByRole('button', { name: 'Добавить RSI' }).click();
    await page.getByRole('button', { name: 'Добавить Боллинджер' }).click();
    const period = page.getByRole('dialog').getByRole('textbox', { name: 'Период, свечей' }).first();
    await period.fill('1');
    await expect(page.getByRole('alert')).toHaveText('От 2 до 500');
    await period.fill('7');
    await expectAccessible(page, 'indicators', 'dialog[open]');
    await done(page);
    await expect(legend.getByRole('listitem').filter({ hasText: 'RSI 7' })).toHaveText(/RSI 7\s*\d{1,3},\d\d/);
    const price = '\\d[\\d\\s]*,\\d\\d';
    const bands = legend.getByRole('listitem').filter({ hasText: 'Боллинджер 20 2' });
    await expect(bands).toHaveText(new RegExp(`верхняя\\s${price}средняя\\s${price}нижняя\\s${price}`));
    await expect
      .poll(async () => Math.min(...(await drawnPixels(chart, ['--color-line-1', '--color-line-2']))))
      .toBeGreaterThan(20);
  });

  await test.step('they are there after a reload, and can be hidden and removed', async () => {
    await page.reload();
    await expect(legend.getByRole('button', { name: 'RSI 7', exact: true })).toBeVisible();
    await legend.getByRole('button', { name: 'RSI 7', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Скрыть RSI 7' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Убрать Боллинджер 20 2' }).click();
    await done(page);
    await expect(legend.getByRole('listitem')).toHaveText([/^RSI 7, скрыт/]);
  });

  await test.step('another look and another pair are drawn', async () => {
    await openTool(page, 'Вид', isMobile);
    await page.getByRole('radio', { name: 'Хейкен-Аши' }).click();
    await done(page);
    // Smoothed candles are called so beside the true figures, on a phone too.
    await expect(chart.getByText('Хейкен-Аши', { exact: true })).toBeInViewport({ ratio: 1 });
    await openTool(page, 'Вид', isMobile);
    await page.getByRole('radio', { name: 'Линия' }).click();
    await done(page);
    await expect(chart.getByText('Хейкен-Аши', { exact: true })).toHaveCount(0);
    await expect.poll(async () => (await drawnPixels(chart, ['--color-accent']))[0]).toBeGreaterThan(20);
    expect(await drawnPixels(chart, ['--color-line-2'])).toEqual([0]);
    await openTool(page, 'Сравнить', isMobile);
    await page.getByRole('checkbox', { name: 'ETHUSDT' }).click();
    await done(page);
    const compared = chart.getByRole('list', { name: 'Пары для сравнения на графике' });
    await expect(compared).toHaveText(/ETHUSDT[+−]?\d+,\d\d\s%/);
    await expectAccessible(page, 'chart with tools', '[role=group][aria-label^="График BTC"]');
    await compared.getByRole('button', { name: 'Не сравнивать с ETHUSDT' }).click();
    await expect(compared).toBeHidden();
  });

  await test.step('the picture is a file with words drawn above and below the chart', async () => {
    await openTool(page, 'Снимок', isMobile);
    await expect(page.getByRole('img', { name: /с надписью «Учебные деньги»/ })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать PNG' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('plecho-BTCUSDT-1m.png');
    const file = await readFile(await download.path());
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    const box = await chart.boundingBox();
    const ratio = file.readUInt32BE(16) / (box?.width ?? 1);
    // The bands with the words, above and below.
    expect(file.readUInt32BE(20) / ratio - (box?.height ?? 0)).toBeGreaterThan(60);
    await done(page);
  });

  // A phone has one chart.
  if (isMobile) return;
  await openTool(page, 'Раскладка', isMobile);
  await page.getByRole('radio', { name: '2', exact: true }).click();
  await done(page);
  await page.getByRole('combobox', { name: 'Пара графика 2' }).selectOption('ETHUSDT');
  await expect(page.getByRole('group', { name: /График ETHUSDT, свечи 5 минут/ })).toBeVisible();
  await expect(page).toHaveTitle(/BTCUSDT/);
  await page.getByRole('button', { name: 'Выбрать график ETHUSDT, 5 минут' }).click();
  await expect(page).toHaveTitle(/ETHUSDT/);
  await expect(page.getByRole('group', { name: /График BTCUSDT, свечи 1 минута/ })).toBeVisible();
  await expectAccessible(page, 'one of two charts', 'section[aria-label^="ETHUSDT,"]');
});
