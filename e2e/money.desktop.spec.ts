import { ownAddress, submitWithdrawal } from './support/money.ts';
import { MONEY_JOURNEY } from './support/money-journey.ts';
import { expect, test } from './support/test.ts';

const NOT_PRACTICE = 'Это не учебный адрес. Тренажёр работает только с учебной сетью.';

for (const [what, part] of MONEY_JOURNEY) {
  test(what, async ({ page, person }) => {
    expect(person.phone).toMatch(/^\+7/);
    await part(page);
  });
}

test('checks an address while it is typed', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/withdraw');
  const field = page.getByRole('textbox', { name: 'Адрес получателя' });
  const [evm, tron] = [await ownAddress(page, 'bsc'), await ownAddress(page, 'tron')];
  const submit = submitWithdrawal(page);
  await expect(submit).toBeDisabled();
  await field.pressSequentially('bc1q');
  await expect(page.getByText(NOT_PRACTICE)).toBeVisible();
  for (const real of [
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  ]) {
    await field.fill(real);
    await expect(page.getByText(NOT_PRACTICE)).toBeVisible();
  }
  await field.fill(evm.slice(0, 20));
  await expect(page.getByText(`Осталось ввести ${evm.length - 20}`)).toBeVisible();
  await field.fill(evm.slice(0, -1) + (evm.endsWith('q') ? 'p' : 'q'));
  await expect(page.getByText('В адресе ошибка: контрольная сумма не сходится.')).toBeVisible();
  await field.fill(tron);
  await expect(page.getByText('Этот адрес не подходит к выбранной сети')).toBeVisible();
  await field.fill(evm.toUpperCase());
  await expect(page.getByText('Это адрес вашего учебного кошелька.')).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('9,99');
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('2000');
  await submit.click();
  await expect(page.getByText('Недостаточно средств')).toBeVisible();
});
