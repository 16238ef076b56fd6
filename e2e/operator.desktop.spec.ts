import type { Locator, Page } from '@playwright/test';
import { plecho } from '../tools/product/command.ts';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { balanceOf, ownAddress, plain, SETTLED_MS, walletBalance, withdraw } from './support/money.ts';
import { enterArea, makeOperator } from './support/operator.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';
import { fillAmount } from './support/trading.ts';

const BLOCKED = 'Счёт заблокирован: открывать позиции нельзя';

async function findUser(page: Page, phone: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('button', { name: 'Find user' }).click();
  await expect(page.getByRole('region', { name: phone })).toBeVisible();
}

async function adjust(page: Page, amount: string, reason: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Adjust balance' });
  await form.getByRole('textbox', { name: 'Amount, play USDT' }).fill(amount);
  await form.getByRole('combobox', { name: 'Reason' }).selectOption(reason);
  await form.getByRole('button', { name: 'Adjust balance' }).click();
}

const audited = (page: Page, action: string): Locator =>
  page.getByRole('group', { name: 'Audit log' }).getByRole('row').filter({ hasText: action });

test('C4 an operator adjusts, blocks and signs out, and the person reads all of it', async ({
  page,
  person: operator,
  browser,
  product,
}) => {
  // The person, in a browser of their own.
  const context = await browser.newContext({ baseURL: product.url });
  const theirs = await context.newPage();
  const person = newPerson();
  await signUp(theirs, product, person);

  await page.goto('/admin');
  await expect(page.getByText('You are not an operator')).toBeVisible();
  const secret = await makeOperator(product, operator.phone);
  await enterArea(page, `${secret}x`);
  await expect(page.getByText('Wrong operator secret')).toBeVisible();
  await enterArea(page, secret);
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  expect(JSON.stringify(await page.context().storageState())).not.toContain(secret);

  await findUser(page, person.phone);
  await adjust(page, 'сто', 'prize');
  await expect(page.getByText('Amount must be a number')).toBeVisible();
  await adjust(page, '250,5', 'prize');
  await expect(page.getByText('Write the decimals after a point, thousands as 12,500')).toBeVisible();
  await adjust(page, '250.5', 'prize');
  await expect(page.getByText('Balance updated').first()).toBeVisible();
  expect((await balanceOf(theirs)).available).toBe('1250.5');
  await adjust(page, '-1,250.500001', 'mistakeCorrected');
  await expect(page.getByText('The available balance would fall below zero')).toBeVisible();
  await adjust(page, '-50.5', 'mistakeCorrected');
  await expect.poll(async () => (await balanceOf(theirs)).available).toBe('1200');

  const access = page.getByRole('region', { name: 'Access' });
  await expect(access.getByRole('textbox')).toHaveCount(0);
  await access.getByRole('combobox', { name: 'Reason' }).selectOption('sharedAccount');
  await access.getByRole('button', { name: 'Block user' }).click();
  const question = access.getByRole('group', { name: 'Block user' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question before a block');
  await expect(question).toContainText(person.phone);
  await expect(question).toContainText('Reason: ');
  await expect(theirs.getByText(BLOCKED)).toHaveCount(0);
  await question.getByRole('button', { name: 'Yes, block' }).click();
  await expect(page.getByText('User blocked')).toBeVisible();

  await theirs.goto('/dashboard');
  await fillAmount(theirs, '100');
  await expect(theirs.getByText(BLOCKED).first()).toBeVisible();
  await expect(theirs.getByText(/Счётом пользуются несколько человек/).first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Открыть Long' })).toBeDisabled();
  const refused = await theirs.request.post('/api/trading/positions', {
    data: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2 },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() },
  });
  expect(refused.status()).toBe(403);

  // What the operator can't do anything about.
  await theirs.goto('/withdraw');
  await withdraw(theirs, '100');
  const accepted = theirs.getByRole('region', { name: 'Запрос принят' });
  await expect(accepted.getByText(/#REQ\d{6}/)).toBeVisible();
  const code = /#REQ\d{6,}/.exec(await accepted.innerText())?.[0] ?? '';
  await page.getByRole('link', { name: 'Transfers' }).click();
  const operations = page.getByRole('group', { name: 'Transfers', exact: true }).getByRole('row');
  await expect(operations.filter({ hasText: code })).toContainText('Pending');
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Look up']);
  await page.getByRole('textbox', { name: 'Request code' }).fill(code);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(
    page.getByRole('group', { name: code }).getByRole('row').filter({ hasText: person.phone }),
  ).toBeVisible();
  await expect(accepted.getByText('Выплачено')).toBeVisible({ timeout: SETTLED_MS });
  expect(await walletBalance(theirs, 'USDT', 'bsc')).toBe('3099.7');
  await page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio', { name: 'Failed' }).check();
  await expect(operations.filter({ hasText: code })).toHaveCount(0);
  await page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio', { name: 'Completed' }).check();
  await expect(operations.filter({ hasText: code })).toContainText('Completed');
  expect(await ownAddress(theirs, 'bsc')).toMatch(/^sim1/);

  await page.getByRole('link', { name: 'Users' }).click();
  await findUser(page, person.phone);
  await access.getByRole('combobox', { name: 'Reason' }).selectOption('ownRequest');
  await access.getByRole('button', { name: 'Unblock user' }).click();
  await access.getByRole('button', { name: 'Yes, unblock' }).click();
  await expect(page.getByText('User unblocked')).toBeVisible();
  await access.getByRole('button', { name: 'Sign out everywhere' }).click();
  await access.getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(theirs).toHaveURL(/\/login/);

  await page.getByRole('link', { name: 'Audit log' }).click();
  // The log is the installation's: what other operators did is in it too.
  const ours = (action: string): Locator => audited(page, action).filter({ hasText: operator.phone });
  await expect(ours('Adjusted a balance').filter({ hasText: person.phone })).toHaveCount(3);
  await expect(ours('Step-up').filter({ hasText: /\b403\b/ })).toHaveCount(1);
  for (const action of ['Blocked a user', 'Unblocked a user', 'Signed a user out', 'Looked up an operation']) {
    await expect(ours(action).first()).toBeVisible();
  }
  await expect(page.getByRole('main')).not.toContainText(secret);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('userBlocked');
  await page.getByRole('textbox', { name: 'User phone' }).fill(person.phone);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('group', { name: 'Audit log' }).getByRole('row')).toHaveCount(2);

  await page.getByRole('link', { name: 'Health' }).click();
  const uptime = page.getByRole('region', { name: 'Server' }).getByText('Uptime').locator('xpath=following-sibling::*');
  const before = await uptime.innerText();
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('ok');
  await expect(page.getByRole('group', { name: 'Processes' })).toContainText('this one');
  await expect(page.getByRole('group', { name: 'Feeds' })).toContainText('Синтетический рынок');
  await expect.poll(() => uptime.innerText()).not.toBe(before);

  // The person comes back and reads what was done, why and by whom.
  await theirs.getByLabel('Номер телефона').fill(person.phone);
  await theirs.getByLabel('Пароль', { exact: true }).fill(person.password);
  await theirs.getByRole('button', { name: 'Войти' }).click();
  await expect(theirs).not.toHaveURL(/\/login/);
  await theirs.goto('/log');
  const records = theirs.getByRole('list', { name: 'Записи журнала, новые сверху' }).getByRole('listitem');
  const lines = [
    ['Все сеансы завершены', 'Оператор'],
    ['Счёт разблокирован', 'Оператор', 'Причина: по вашей просьбе'],
    ['Счёт заблокирован', 'Оператор', 'Причина: счётом пользуются несколько человек'],
    ['Баланс изменён', 'Оператор', 'Причина: исправление ошибки', '−50,50 уч. USDT'],
    ['Баланс изменён', 'Оператор', 'Причина: награда', '+250,50 уч. USDT'],
    ['Регистрация по номеру телефона', 'Вы'],
  ];
  await expect(records).toHaveCount(lines.length);
  const texts = (await records.allInnerTexts()).map(plain);
  for (const [n, parts] of lines.entries()) for (const part of parts) expect(texts[n]).toContain(part);

  await plecho(product.dataDir, 'operator', 'remove', operator.phone);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
  await page.getByRole('button', { name: 'Find user' }).click();
  await expect(page.getByText(/You are not an operator|This is for operators only/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: person.phone })).toBeHidden();
});
