import { expect, type Page } from '@playwright/test';

/** Waits until nothing that is seen holds the place of something on its way. Before that a screen is not what it will be. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[class*=shimmer]').filter({ visible: true })).toHaveCount(0);
}
