import { fillAmount, positionOf } from './support/trading.ts';
import { expect, test } from './support/test.ts';

const LYING = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 640, height: 360 },
];

test('a phone that lies shows chart, price and both sides at once, and trades', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  for (const size of LYING) {
    await page.setViewportSize(size);
    await page.goto('/mobile/trade?symbol=BTCUSDT');
    const where = `${size.width}×${size.height}`;
    const chart = page.getByRole('group', { name: /График BTCUSDT/ });
    const toLong = page.getByRole('button', { name: 'Новая позиция Long' });
    await expect(chart).toBeVisible();
    const box = await chart.boundingBox();
    const room = await toLong.boundingBox();
    expect(box?.height, where).toBeGreaterThanOrEqual(200);
    // Beside each other, and the chart is the larger one.
    expect((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(room?.x ?? 0);
    expect(box?.width, where).toBeGreaterThanOrEqual(size.width * 0.4);
    for (const shown of [
      chart,
      toLong,
      page.getByRole('button', { name: 'Новая позиция Short' }),
      page.getByRole('button', { name: /BTC.*Выберите пару/ }),
      page.getByRole('link', { name: 'Главная', exact: true }),
      page.getByRole('link', { name: 'История', exact: true }),
    ]) {
      await expect(shown, where).toBeInViewport({ ratio: 0.97 });
    }
  }
  await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  await fillAmount(page, '50');
  await page.getByRole('button', { name: 'Открыть Long позицию' }).click();
  await positionOf(page, 'BTCUSDT', true).getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
  await expect(page.getByRole('dialog', { name: 'Почему позиция закрыта?' })).toBeVisible();
});
