import { expectAccessible } from './support/axe.ts';
import { enterArea, makeOperator, operatorCall } from './support/operator.ts';
import { expect, test } from './support/test.ts';
import { fillAmount, positionOf } from './support/trading.ts';

const LABEL = 'Сценарий: широкий спред';

test('C2 a scenario is read and traded on a phone', async ({ page, person, product }) => {
  await enterArea(page, await makeOperator(product, person.phone));
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  const stages = [{ type: 'spread', percent: '2', symbols: null }];
  await operatorCall(page, 'scenarios', { recipe: { base: null, stages }, blind: false });

  await page.goto('/markets');
  await page.getByRole('link', { name: LABEL, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Рецепт', exact: true })).toContainText('Спред 2 %');
  await expect(page.getByText('собственный синтетический рынок')).toBeVisible();
  await expectAccessible(page, 'the page of a scenario on a phone');
  const market = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Войти и торговать' }).click();
  await expect(page).toHaveURL(new RegExp(`/mobile/trade\\?market=${market}`));
  await page.goto(`/mobile/trade?market=${market}&symbol=BTCUSDT`);
  await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  await expect(page.getByRole('dialog').getByText('Покупка / продажа')).toBeVisible();
  await fillAmount(page, '100');
  await page.getByRole('button', { name: 'Открыть Long позицию' }).click();
  await expect(positionOf(page, 'BTCUSDT', true)).toContainText('−');
  await expect(page.getByText(LABEL).first()).toBeVisible();
});
