import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { NOTICE } from './screens.ts';

/** Of windows. */
export const WIDTHS = [320, 360, 390, 768, 1440, 1920];
export const PHONE_WIDTHS = [320, 360, 390];
/** Where the layouts differ. Tall, so that nothing is half below what stays at the bottom. */
const AXE_WIDTHS = [768, 1440];
const PHONE_AXE_WIDTHS = [390];
const AXE_HEIGHT = 2_400;
/** The fields for a file: an operator's, for recorded candles, and one for proofs, which stay in the page. */
const FILES = [
  { screen: '/admin/datasets', accept: '.csv,.gz,.zip' },
  { screen: '/proof', accept: '.json' },
];
/** What nobody may be asked for here. */
const REAL_MONEY = /номер карты|card number|cvc|cvv|срок действия|expiry|iban|бик|реквизит|паспорт|чек об оплате/i;

async function expectNotice(page: Page): Promise<void> {
  const notice = page.getByRole('link', { name: NOTICE });
  await expect(notice).toBeVisible();
  await expect(notice).toBeInViewport();
  await expect(notice).toHaveAttribute('href', /\/safety/);
}

/** Waits: after a change of the width the page has yet to draw the layout of the new one. */
async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${screen} scrolls sideways` }).toBeLessThanOrEqual(0);
}

/** C1: nowhere to put a person's file or the data of a card, and no form that leaves the page. */
async function expectNothingReal(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map((field) => ({
      type: field.type,
      accept: field instanceof HTMLInputElement ? field.accept : '',
      autocomplete: field.autocomplete,
      words: [
        field.name,
        field.placeholder,
        field.ariaLabel ?? '',
        ...[...(field.labels ?? [])].map((l) => l.innerText),
      ],
    })),
  );
  for (const { type, accept, autocomplete, words } of found) {
    if (type === 'file') expect(FILES).toContainEqual({ screen, accept });
    expect(autocomplete, screen).not.toMatch(/^cc-/);
    expect(words.join(' '), screen).not.toMatch(REAL_MONEY);
  }
  await expect(page.locator('form[action]'), screen).toHaveCount(0);
}

/** Everything that must hold on any screen. */
export async function inspect(page: Page, screen: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNotice(page);
    await expectNoSidewaysScroll(page, `${screen} at ${width}`);
  }
  await expectNothingReal(page, screen);
  for (const width of widths === PHONE_WIDTHS ? PHONE_AXE_WIDTHS : AXE_WIDTHS) {
    await page.setViewportSize({ width, height: AXE_HEIGHT });
    await expectAccessible(page, `${screen} at ${width}`);
  }
}
