import { newDataDir, startProduct } from '../tools/product/process.ts';
import { expectAccessible } from './support/axe.ts';
import { CONFIRMED, closedTrade, SIGNED_MS } from './support/proof.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';

test('C3 a day that goes on has no key yet, and what somebody takes for one is refused in words', async ({
  browser,
}) => {
  const data = newDataDir();
  const product = await startProduct(data.path);
  const context = await browser.newContext({ baseURL: product.url });
  try {
    const page = await context.newPage();
    await signUp(page, product, newPerson());
    await page.goto(`/proof?trade=${await closedTrade(page)}&market=main`);
    await expect(page.getByText(CONFIRMED)).toBeVisible({ timeout: SIGNED_MS });
    const recompute = page.getByRole('region', { name: 'Пересчёт дня из ключа' });
    await expect(recompute.getByText(/^Пока не проверить: ключ дня .* публикуют, когда день закончится/)).toBeVisible();

    const key = recompute.getByRole('textbox', { name: 'Ключ дня' });
    await key.fill('не ключ');
    await key.press('Enter');
    await expect(key).toBeFocused();
    await expect(key).toHaveAccessibleDescription(/В ключе 64 знака/);
    await expectAccessible(page, 'a key that is none');
    await key.fill(` ${'AB'.repeat(32)} `);
    await key.press('Enter');
    await expect(key).toHaveAccessibleDescription(/Ключ не ведёт к якорю рынка/);
    await expect(recompute.getByText(/генератор даёт/)).toHaveCount(0);
  } finally {
    await product.stop();
    data.remove();
  }
});
