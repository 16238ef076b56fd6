import type { Page } from '@playwright/test';
import { complaintsOf } from './support/complaints.ts';
import { inspect, PHONE_WIDTHS, WIDTHS } from './support/inspect.ts';
import { enterArea, makeOperator } from './support/operator.ts';
import { DESKTOP_SCREENS, NOTICE, OPERATOR_SCREENS, PHONE_SCREENS, PUBLIC_SCREENS } from './support/screens.ts';
import { expect, test } from './support/test.ts';

async function visit(page: Page, screen: string): Promise<void> {
  await page.goto(screen);
  await expect(page).toHaveURL(new RegExp(screen));
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

test('C1 C5 the notice stands on every public screen at every size, nothing scrolls sideways', async ({
  page,
  product,
  isMobile,
}) => {
  const complaints = complaintsOf(page, product.url);
  // A new installation signs its first checkpoint within seconds; a browser complains of one that is not there yet.
  const checkpoint = async (): Promise<boolean> => (await page.request.get('/api/log/main/checkpoint')).ok();
  await expect.poll(checkpoint, { timeout: 60_000 }).toBe(true);
  for (const screen of PUBLIC_SCREENS) {
    await visit(page, screen);
    await inspect(page, screen, isMobile ? PHONE_WIDTHS : WIDTHS);
  }
  expect(complaints).toEqual([]);
});

test('C1 C5 the notice stands on every screen of a signed-in person, C2 the market is named', async ({
  page,
  person,
  product,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const complaints = complaintsOf(page, product.url);
  for (const screen of isMobile ? PHONE_SCREENS : DESKTOP_SCREENS) {
    await visit(page, screen);
    await expect(page.getByText('Синтетический рынок').first()).toBeVisible();
    await inspect(page, screen, isMobile ? PHONE_WIDTHS : WIDTHS);
  }
  expect(complaints).toEqual([]);
});

test('what is asked for by its address and does not exist says so, under a heading', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  for (const [screen, said] of [
    ['/markets/nowhere', 'Такого рынка нет'],
    ['/class/classbad', 'Класса с таким кодом нет'],
    ['/learn/nothing', 'Такого урока нет'],
    ['/history/999999999', 'Сделка не найдена'],
  ] as const) {
    await visit(page, screen);
    await expect(page.getByText(said)).toBeVisible();
  }
});

test('C1 C5 the notice stands in the operator area', async ({ page, person, product, isMobile }) => {
  const complaints = complaintsOf(page, product.url);
  const widths = isMobile ? PHONE_WIDTHS : WIDTHS;
  await page.goto('/admin');
  await expect(page.getByText('You are not an operator')).toBeVisible();
  await expect(page.getByRole('link', { name: NOTICE })).toBeInViewport();
  await enterArea(page, await makeOperator(product, person.phone));
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  for (const screen of OPERATOR_SCREENS) {
    await visit(page, screen);
    await inspect(page, screen, widths);
  }
  await page.goto('/admin/users');
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
  await page.getByRole('button', { name: 'Find user' }).click();
  await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible();
  await inspect(page, 'a found user', widths);
  expect(complaints).toEqual([]);
});
