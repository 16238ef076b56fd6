import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { CONFIRMED, closedTrade, SIGNED_MS } from './support/proof.ts';
import { expect, test } from './support/test.ts';

const chooseFile = async (page: Page, path: string): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText(/^Выберите (другой )?файл/).click(),
  ]);
  await chooser.setFiles(path);
};

test('C3 T2 a trade is checked from its receipt, kept as a file, and checked again by a stranger without the server', async ({
  page,
  person,
  product,
  browser,
}, testInfo) => {
  expect(person.phone).toMatch(/^\+7/);
  const trade = await closedTrade(page);
  await page.goto(`/history/${trade}`);
  await page.getByRole('link', { name: 'Проверить сделку' }).click();
  await expect(page).toHaveURL(new RegExp(`/proof\\?trade=${trade}&market=main`));
  await expect(page.getByText(CONFIRMED)).toBeVisible({ timeout: SIGNED_MS });
  const steps = page.getByRole('region', { name: 'Что проверено' });
  await expect(steps.getByRole('heading', { name: /^Журнал с тех пор/ })).toHaveText(/^Журнал с тех пор\s*сходится$/);
  await expect(page.getByRole('region', { name: 'Ключ журнала' })).toContainText('видит ключ впервые');
  await expectAccessible(page, 'a proof that holds');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать файл' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`plecho-proof-${trade}.json`);
  const [file, damaged] = [testInfo.outputPath('proof.json'), testInfo.outputPath('damaged.json')];
  await download.saveAs(file);
  writeFileSync(damaged, readFileSync(file, 'utf8').replace('"leverage": 10', '"leverage": 2'));

  // Somebody without an account, whose browser is no longer in a network.
  const stranger = await browser.newContext({ baseURL: product.url });
  const theirs = await stranger.newPage();
  await theirs.goto('/proof');
  await expect(theirs.getByText('видит ключ впервые')).toBeVisible();
  await stranger.setOffline(true);
  await chooseFile(theirs, file);
  await expect(theirs.getByText(CONFIRMED)).toBeVisible();
  await chooseFile(theirs, damaged);
  await expect(theirs.getByText(/Доказательство не сходится: шаг «Подпись»/)).toBeVisible();
  await expectAccessible(theirs, 'a proof that does not hold');
});

test('C3 a log that was rewritten since this browser saw it is said over every screen, and nothing closes it', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/proof');
  await expect(page.getByRole('region', { name: 'Один журнал на всех' })).toContainText('plecho.log/', {
    timeout: SIGNED_MS,
  });
  // As if the server had shown another log before: the same size, another root.
  await page.evaluate(() => {
    const [seen] = JSON.parse(localStorage.getItem('plecho:log-seen') ?? '[]') as { root: string }[];
    if (seen === undefined) throw new Error('no log was seen');
    localStorage.setItem('plecho:log-seen', JSON.stringify([{ ...seen, root: `${'A'.repeat(43)}=` }]));
  });
  const alarm = page.getByRole('alert').filter({ hasText: 'Журнал цен этого сервера противоречит' });
  await page.reload();
  await expect(alarm).toBeVisible();
  await expect(page.getByRole('region', { name: 'Найдено противоречие' })).toContainText('прошлые записи переписаны');
  await page.goto('/history');
  await expect(alarm).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(alarm.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'a screen under an alarm');
  await alarm.getByRole('link', { name: 'Что не сошлось' }).click();
  await expect(page).toHaveURL(/\/proof#alarms/);
});
