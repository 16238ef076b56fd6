import type { Browser, Page } from '@playwright/test';
import type { Product } from '../tools/product/process.ts';
import { expectAccessible } from './support/axe.ts';
import { enterArea, makeOperator } from './support/operator.ts';
import { expect, newPerson, signUp, test, type Person } from './support/test.ts';
import { fillAmount, positionOf, setLeverage } from './support/trading.ts';

/** Makes a class of at most 3x on the main market, and opens it. @returns its code */
async function makeClass(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Classes' }).click();
  await page.getByRole('combobox', { name: 'Largest leverage' }).selectOption('3x');
  await page.getByRole('textbox', { name: 'Largest loss a day' }).fill('20');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Yes, make the class' }).click();
  // The server says which rules contradict each other, and nothing was made.
  await expect(page.getByText('would never apply')).toBeVisible();
  await page.getByRole('textbox', { name: 'Largest loss a day' }).fill('5');
  await page.getByRole('textbox', { name: 'Target' }).fill('8');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('list', { name: 'Rules' })).toContainText('Target: 8 % of the start balance.');
  await page.getByRole('button', { name: 'Yes, make the class' }).click();
  await page.getByRole('button', { name: /^Open / }).click();
  const invitation = page.getByRole('region', { name: 'Invitation' });
  await expect(invitation.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const [, code = ''] = /\/class\/([A-Z0-9]{8})/.exec(await invitation.innerText()) ?? [];
  expect(code).toHaveLength(8);
  await expectAccessible(page, 'a class as its operator sees it');
  return code;
}

/** Somebody with an account who is not signed in. */
async function visitor(browser: Browser, product: Product): Promise<{ page: Page; person: Person }> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const person = newPerson();
  await signUp(page, product, person);
  await context.clearCookies();
  return { page, person };
}

async function signIn(page: Page, { phone, password }: Person): Promise<void> {
  await page.getByLabel('Номер телефона').fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

async function joinHere(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Правила класса' })).toContainText('Плечо не больше 3x.');
  await page.getByRole('button', { name: 'Вступить' }).click();
  await expect(page.getByRole('region', { name: 'Моя попытка' })).toBeVisible();
}

async function chooseAppearance(page: Page, animal: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Животное' }).selectOption({ label: animal });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('region', { name: 'Участники' })).toContainText(animal);
}

async function expectNoClass(page: Page): Promise<void> {
  await expect(page.getByText('Класса с таким кодом нет')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Класс' })).toBeVisible();
  await expectAccessible(page, 'a class that does not exist');
}

test('M1 a class: made with rules, joined by link and by code, held by its market, ended', async ({
  page,
  person: operator,
  browser,
  product,
}) => {
  await enterArea(page, await makeOperator(product, operator.phone));
  const code = await makeClass(page);

  const one = await visitor(browser, product);
  await one.page.goto(`/class/${code}`);
  await signIn(one.page, one.person);
  await expect(one.page.getByRole('button', { name: 'Вступить' })).toBeVisible();
  await expectAccessible(one.page, 'a class before one joins');
  await joinHere(one.page);
  await chooseAppearance(one.page, 'лиса');

  const other = await visitor(browser, product);
  await other.page.goto('/classes');
  await signIn(other.page, other.person);
  const field = other.page.getByRole('textbox', { name: 'Код класса' });
  await field.fill('неверно');
  await other.page.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(other.page.getByText('Код — это 8 латинских букв и цифр')).toBeVisible();
  await expectAccessible(other.page, 'the classes of somebody who is in none');
  await field.fill('ABCDEFGH');
  await other.page.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expectNoClass(other.page);
  await other.page.goto('/class/no-code');
  await expectNoClass(other.page);
  await other.page.getByRole('link', { name: 'Все классы' }).click();
  await field.fill(code.toLowerCase());
  await other.page.getByRole('button', { name: 'Открыть', exact: true }).click();
  await joinHere(other.page);
  await expect(other.page.getByRole('region', { name: 'Участники' })).toContainText('лиса');

  await one.page.getByRole('button', { name: 'Войти и торговать' }).click();
  await expect(one.page).toHaveURL(/\/dashboard\?market=scenario-/);
  await fillAmount(one.page, '100');
  await expect(one.page.getByText('По правилам класса не больше 25 % счёта')).toBeVisible();
  await expect(one.page.getByRole('slider', { name: 'Плечо' })).toHaveAttribute('max', '3');
  await setLeverage(one.page, 3);
  await fillAmount(one.page, '300');
  await one.page.getByRole('button', { name: 'Открыть Long' }).click();
  await expect(one.page.getByText('По правилам класса маржа позиции не больше 25 % всего').first()).toBeVisible();
  await fillAmount(one.page, '100');
  await one.page.getByRole('button', { name: 'Открыть Long' }).click();
  await expect(positionOf(one.page, 'BTCUSDT', false)).toBeVisible();

  const members = page.getByRole('group', { name: 'Members' });
  const rowOf = ({ phone }: Person) => members.getByRole('row').filter({ hasText: phone });
  await expect(rowOf(one.person)).toContainText('Active');
  await expect(rowOf(other.person)).toContainText('Not begun');
  await expect(rowOf(one.person).getByRole('cell').nth(5)).toHaveText('1');
  await page.getByRole('button', { name: 'End class' }).click();
  await page.getByRole('button', { name: 'Yes, end it' }).click();
  await expect(rowOf(one.person).getByRole('cell').nth(5)).toHaveText('0');
  await expect(rowOf(one.person).getByRole('cell').nth(6)).toHaveText('1');

  await one.page.goto(`/class/${code}`);
  await expect(one.page.getByText('Завершён').first()).toBeVisible();
  await expect(one.page.getByRole('region', { name: 'Сделки класса по плечу' })).toContainText('3x');
  await expectAccessible(one.page, 'a class that is over');
  await one.page.getByRole('button', { name: 'Выйти из класса' }).click();
  // There is no way back into it, and none is promised.
  await expect(one.page.getByRole('dialog')).toContainText('вернуться в него нельзя');
  await expect(one.page.getByRole('dialog')).not.toContainText('по тому же коду');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(one.page.getByText('Класс завершён, вступить в него уже нельзя.')).toBeVisible();
});
