import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectBarInWords, holdReplay } from './support/replay.ts';
import { expect, test } from './support/test.ts';
import { fillAmount, positionOf } from './support/trading.ts';

const LYING = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 640, height: 360 },
];

/** Chart at the left, at least so high, and everything beside it in sight, above the line of messages. */
async function expectBesideChart(page: Page, symbol: string, where: string, least: number): Promise<void> {
  const chart = page.getByRole('group', { name: new RegExp(`График ${symbol}`) });
  const toLong = page.getByRole('button', { name: 'Новая позиция Long' });
  await expect(chart).toBeVisible();
  for (const shown of [
    chart,
    toLong,
    page.getByRole('button', { name: 'Новая позиция Short' }),
    page.getByRole('button', { name: new RegExp(`${symbol.replace('USDT', '')}.*Выберите пару`) }),
    page.getByRole('link', { name: 'Главная', exact: true }),
    page.getByRole('link', { name: 'История', exact: true }),
  ]) {
    await expect(shown, where).toBeInViewport({ ratio: 0.97 });
  }
  const box = await chart.boundingBox();
  const room = await toLong.boundingBox();
  expect(box?.height, where).toBeGreaterThanOrEqual(least);
  // Beside each other, and the chart is the larger one.
  expect((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(room?.x ?? 0);
  expect(box?.width, where).toBeGreaterThanOrEqual((page.viewportSize()?.width ?? 0) * 0.4);
  const line = await page.getByRole('contentinfo').boundingBox();
  expect((room?.y ?? 0) + (room?.height ?? 0), where).toBeLessThanOrEqual(line?.y ?? 0);
}

test('a phone that lies shows chart, price and both sides at once, and trades', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  const replay = await holdReplay(page.request);
  for (const size of LYING) {
    await page.setViewportSize(size);
    const where = `${size.width}×${size.height}`;
    await page.goto('/mobile/trade?symbol=BTCUSDT');
    await expectBesideChart(page, 'BTCUSDT', where, 200);
    await page.goto(`/mobile/trade?market=${replay}`);
    await expectBarInWords(page, where);
    await expectBesideChart(page, 'PAIRAUSDT', `replay, ${where}`, 180);
  }
  await expectAccessible(page, 'a replay on a phone that lies');
  await page.goto('/mobile/trade?symbol=BTCUSDT');
  await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  await fillAmount(page, '50');
  await page.getByRole('button', { name: 'Открыть Long позицию' }).click();
  await positionOf(page, 'BTCUSDT', true).getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
  await expect(page.getByRole('dialog', { name: 'Почему позиция закрыта?' })).toBeVisible();
});
