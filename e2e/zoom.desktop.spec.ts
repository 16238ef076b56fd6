import { pointing } from './support/hands.ts';
import { wholeJourney } from './support/journey.ts';
import { expectBarInWords, holdReplay } from './support/replay.ts';
import { expect, newPerson, test } from './support/test.ts';
import { openPosition } from './support/trading.ts';

/** 1440 × 900 at 200 %. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

test('the whole journey at 200 % zoom', async ({ browser, product }) => {
  const context = await browser.newContext({ ...ZOOMED, baseURL: product.url });
  const page = await context.newPage();
  await wholeJourney(page, pointing, newPerson(), {
    findPair: async () => {
      await page.getByRole('button', { name: 'Выберите пару' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('ethus');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.getByRole('option', { name: /ETH/ }).click();
    },
    goTo: async (section) => {
      await page.getByRole('button', { name: 'Меню', exact: true }).click();
      await page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click();
    },
  });
});

test('a narrow window has every section and every figure of a position; a large one has a large chart', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await openPosition(page, 'BTCUSDT', '100', 10);
  await page.goto('/dashboard');
  const chart = page.getByRole('group', { name: /График BTCUSDT/ });
  for (const { width, height, least } of [
    { width: 1920, height: 1080, least: 520 },
    { width: 1440, height: 900, least: 520 },
    { width: 1366, height: 768, least: 240 },
  ]) {
    await page.setViewportSize({ width, height });
    await expect(chart).toBeVisible();
    expect((await chart.boundingBox())?.height, `${width}`).toBeGreaterThanOrEqual(least);
    for (const name of [/^Открыть Long/, 'Закрыть позицию BTCUSDT', 'Изменить TP и SL BTCUSDT', 'Пополнить']) {
      const control = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
      await expect(control, `${width}`).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(
      0,
    );
  }

  for (const width of [1023, 768, 720, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await chart.boundingBox())?.height, `${width}`).toBeGreaterThanOrEqual(240);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Закрыть позицию/ }) });
    await card.scrollIntoViewIfNeeded();
    for (const shown of [
      card.getByRole('group', { name: 'PnL' }),
      card.getByText('TP', { exact: true }),
      card.getByText('Ликвидация'),
    ]) {
      await expect(shown, `${width}`).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('button', { name: 'Меню', exact: true }).click();
    const links = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
    await expect(links).toHaveText([
      ...['Торговля', 'Обзор рынка', 'История', 'Результаты', 'Активы', 'Рынки', 'Уроки', 'Классы'],
      ...['Пополнить', 'Вывести'],
      ...['Профиль', 'Журнал', 'Учебная сеть', 'Помощь', 'Безопасность'],
    ]);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }

  await page.setViewportSize(ZOOMED.viewport);
  await page.goto(`/dashboard?market=${await holdReplay(page.request)}`);
  await expectBarInWords(page, 'a replay at 200 %');
});
