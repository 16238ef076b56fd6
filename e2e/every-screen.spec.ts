import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { DESKTOP_SCREENS, NOTICE, PHONE_SCREENS, PUBLIC_SCREENS } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [360, 768, 1440, 1920];

async function expectNotice(page: Page): Promise<void> {
  const notice = page.getByRole('link', { name: NOTICE });
  await expect(notice).toBeVisible();
  await expect(notice).toBeInViewport();
  await expect(notice).toHaveAttribute('href', /\/safety/);
}

async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

async function expectAccessible(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found, screen).toEqual([]);
}

async function visit(page: Page, screen: string): Promise<void> {
  await page.goto(screen);
  await expect(page).toHaveURL(new RegExp(screen));
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

test('C5 the notice stands on every public screen at every size, nothing scrolls sideways', async ({ page }) => {
  for (const screen of PUBLIC_SCREENS) {
    await visit(page, screen);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNotice(page);
      await expectNoSidewaysScroll(page, `${screen} at ${width}`);
    }
    await expectAccessible(page, screen);
  }
});

test('C5 the notice stands on every screen of a signed-in person, C2 the market is named', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  for (const screen of isMobile ? PHONE_SCREENS : DESKTOP_SCREENS) {
    await visit(page, screen);
    await expect(page.getByText('Синтетический рынок').first()).toBeVisible();
    for (const width of isMobile ? [360, 390] : WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNotice(page);
      await expectNoSidewaysScroll(page, `${screen} at ${width}`);
    }
    await expectAccessible(page, screen);
  }
});
