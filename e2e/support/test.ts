import { test as base, expect, type Page } from '@playwright/test';
import { newDataDir, startProduct, type Product } from '../../tools/product/process.ts';

export interface Person {
  phone: string;
  password: string;
}

interface Tidiness {
  /** What a test has opened beside its own page ends with it; otherwise it would go on drawing beside all that follow. */
  allClosed: undefined;
}

interface Fixtures {
  /** A person with a fresh account, already signed in on `page`. */
  person: Person;
}

interface WorkerFixtures {
  product: Product;
}

let people = 0;

/** A phone number that no other test uses. */
export function newPerson(): Person {
  people += 1;
  const unique = `${process.pid}${Date.now() % 100_000}${people}`.slice(-7).padStart(7, '0');
  return { phone: `+7916${unique}`, password: 'осенний-лист-42' };
}

/** For tests of anything: no page outlives its test. */
export const tidyTest = base.extend<Tidiness>({
  allClosed: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
});

/** The product itself, started once for each worker on a data folder of its own. */
export const test = tidyTest.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({}, use) => {
      const data = newDataDir();
      const product = await startProduct(data.path, { MARKET_SEED: 'e2e' });
      await use(product);
      await product.stop();
      data.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  person: async ({ page, product }, use) => {
    const person = newPerson();
    await signUp(page, product, person);
    await use(person);
  },
});

/** Registers over the API with the page's own cookies, so that tests of other things start signed in. */
export async function signUp(page: Page, product: Pick<Product, 'url'>, person: Person): Promise<void> {
  const answer = await page.request.post(`${product.url}/api/auth/register`, {
    data: person,
    headers: { origin: product.url },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}

export { expect };
