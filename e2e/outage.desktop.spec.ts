import type { Page } from '@playwright/test';
import { freePort, newDataDir, startProduct } from '../tools/product/process.ts';
import { expectAccessible } from './support/axe.ts';
import { Renewable } from './support/renewable.ts';
import { NOTICE } from './support/screens.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';

/** As long as a page waits between two attempts, and some more for a busy machine. */
const PATIENCE_MS = 60_000;
const SILENT = 'Сервер не отвечает, пробуем снова';

test.use({ serviceWorkers: 'allow' });

/** What the browser keeps of the application: the path of every file, by version. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return found;
  });

const versions = async (page: Page): Promise<string[]> => Object.keys(await kept(page));

/** The newest worker has taken over, with so many versions kept, and looks after this page. */
async function expectKept(page: Page, count: number): Promise<void> {
  const state = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready;
      return {
        active: active?.state,
        others: [installing, waiting].map((worker) => worker?.state ?? null),
        isInControl: active === navigator.serviceWorker.controller,
        versions: (await caches.keys()).length,
      };
    });
  const newest = { active: 'activated', others: [null, null], isInControl: true, versions: count };
  await expect.poll(state, { timeout: PATIENCE_MS }).toEqual(newest);
}

test('the server goes and comes back: screens never opened before open, and fill by themselves', async ({
  page,
  browser,
}) => {
  const data = newDataDir();
  const env = { MARKET_SEED: 'e2e', PORT: String(await freePort()) };
  let product = await startProduct(data.path, env);
  // A page without a worker, as on plain HTTP in a classroom.
  const plain = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const person = newPerson();
    await signUp(page, product, person);
    await page.goto(`${product.url}/dashboard`);
    await expect(page.getByRole('button', { name: 'Открыть Long' })).toBeEnabled();
    await expectKept(page, 1);
    const all = Object.values(await kept(page)).flat();
    expect(all).toContain('/index.html');
    expect(all.filter((path) => !/^\/(assets|icons)\/|^\/(index\.html|manifest\.webmanifest)$/.test(path))).toEqual([]);

    const other = await plain.newPage();
    await other.request.post(`${product.url}/api/auth/login`, { data: person, headers: { origin: product.url } });
    await other.goto(`${product.url}/dashboard`);
    await expect(other.getByRole('button', { name: 'Открыть Long' })).toBeEnabled();
    await product.kill();

    await page.getByRole('link', { name: 'Активы', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Мои активы', level: 1 })).toBeVisible();
    // What needs no server works without it.
    await page.goto(`${product.url}/proof`);
    await expect(page.getByText('Выберите файл доказательства')).toBeVisible();
    await page.goto(`${product.url}/log`);
    await expect(page.getByText(SILENT)).toBeVisible();
    await expect(page.getByRole('link', { name: NOTICE })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible();

    await other.getByRole('link', { name: 'Рынки', exact: true }).click();
    await expect(other.getByText(SILENT)).toBeVisible();
    await expect(other.getByRole('link', { name: NOTICE })).toBeVisible();

    product = await startProduct(data.path, env);
    await expect(page.getByRole('heading', { name: 'Журнал', level: 1 })).toBeVisible({ timeout: PATIENCE_MS });
    await expect(other.getByRole('heading', { name: 'Рынки', level: 1 })).toBeVisible({ timeout: PATIENCE_MS });
  } finally {
    await product.stop();
    data.remove();
  }
});

test('a page whose script did not come says so, and is loaded anew by a link; what did not come after it, by itself', async ({
  page,
  product,
}) => {
  await page.route('**/assets/boot-*.js', (route) => route.abort('internetdisconnected'));
  await page.goto(`${product.url}/login`);
  const late = page.getByRole('status').filter({ hasText: 'Загрузка идёт дольше обычного' });
  await expect(late).toBeVisible();
  await expect(page.getByRole('link', { name: NOTICE })).toBeVisible();
  await expectAccessible(page, 'a page without its script', 'body');
  await page.unroute('**/assets/boot-*.js');
  await late.getByRole('link', { name: 'Загрузить заново' }).click();
  await expect(page.getByRole('heading', { name: 'Вход', level: 1 })).toBeVisible();
  await expect(late).toHaveCount(0);

  // When it is the rest that does not come, the script says so, and asks for it again by itself.
  await page.route('**/assets/main-*.js', (route) => route.abort('internetdisconnected'));
  await page.goto(`${product.url}/login`);
  await expect(page.getByText(SILENT)).toBeVisible();
  await expect(late).toHaveCount(0);
  await page.unroute('**/assets/main-*.js');
  await expect(page.getByRole('heading', { name: 'Вход', level: 1 })).toBeVisible();
});

test('a new version takes over, an open page of the old one goes on, and the worker can be taken off', async ({
  page,
  context,
  product,
}) => {
  const site = await Renewable.of(product.port);
  try {
    await page.goto(`${site.url}/login`);
    await expectKept(page, 1);
    const [old = ''] = await versions(page);
    await page.evaluate(() => Object.assign(globalThis, { isStillHere: true }));
    await site.renew();

    const next = await context.newPage();
    await next.goto(`${site.url}/login`);
    await expectKept(next, 2);
    expect(await versions(next)).toContain(old);

    await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
    await expect(page.getByRole('heading', { name: 'Регистрация', level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'isStillHere' in globalThis)).toBe(true);

    site.turnOff();
    await next.reload();
    await expect.poll(() => versions(next), { timeout: PATIENCE_MS }).toEqual([]);
    await expect
      .poll(() => next.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await next.reload();
    await expect(next.getByRole('heading', { name: 'Вход', level: 1 })).toBeVisible();
  } finally {
    await site.close();
  }
});
