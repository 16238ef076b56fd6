import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Bytes of the scripts that the page asks for, compressed, from now on. */
function weighScripts(page: Page): () => Promise<number> {
  const weights: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    weights.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  return async () => (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
}

test('the login asks for at most 150 kB of scripts', async ({ page }) => {
  const weight = weighScripts(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await weight()).toBeLessThan(150_000);
});

test('the trade screen with its chart asks for at most 280 kB of scripts', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  const weight = weighScripts(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('group', { name: /График BTCUSDT/ })).toBeVisible();
  await expect(
    page
      .getByRole('button', { name: 'Купить' })
      .or(page.getByRole('button', { name: /Long/ }))
      .first(),
  ).toBeVisible();
  expect(await weight()).toBeLessThan(280_000);
});
