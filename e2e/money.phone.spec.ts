import {
  balanceOf,
  chooseCoin,
  claimPanel,
  codeOfMessage,
  sendCoins,
  sendPanel,
  SETTLED_MS,
  startTopUp,
  walletBalance,
  withdraw,
} from './support/money.ts';
import { expect, test } from './support/test.ts';

test('a phone has screens of its own for practice money', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  for (const [asked, shown] of [
    ['/deposit', /\/mobile\/deposit$/],
    ['/withdraw', /\/mobile\/withdraw$/],
    ['/assets', /\/mobile\/assets$/],
  ] as const) {
    await page.goto(asked);
    await expect(page).toHaveURL(shown);
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Пополнить' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Пополнение' })).toBeVisible();
});

test('deposits on a phone: once on the right network, never from another one', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/mobile/deposit');
  const claim = claimPanel(page);
  const done = claim.getByRole('button', { name: 'Перевод сделан' });
  await sendCoins(sendPanel(page), { network: 'arbitrum', amount: '30' });
  await done.tap();
  await expect(claim.getByText('Монеты пришли туда, где этот адрес никто не отслеживает.')).toBeVisible();
  const lesson = page.getByRole('region', { name: 'Монеты ушли не в ту сеть' });
  await expect(lesson).toContainText('Arbitrum One');
  await expect(lesson).toContainText('BEP20 (BSC)');

  await page.reload();
  await chooseCoin(page, 'ETH', 'arbitrum');
  const hash = await sendCoins(sendPanel(page), { network: 'arbitrum', amount: '0,05' });
  await expect(claim.getByRole('textbox', { name: 'Хеш перевода' })).toHaveValue(hash);
  await done.tap();
  await expect(
    claim.getByText('Спасибо! После подтверждения ваши средства будут зачислены на ваш аккаунт.'),
  ).toBeVisible();
  await expect(claim.getByText('Зачислено').first()).toBeVisible({ timeout: SETTLED_MS });
  // Credited at the price of the market that is named beside it.
  await expect(claim.getByText('Цена 1 ETH').locator('xpath=..')).toContainText('Синтетический рынок');
  const { total } = await balanceOf(page);
  expect(Number(total)).toBeGreaterThan(1000);
  await claim.getByRole('button', { name: 'Ещё одно пополнение' }).tap();
  await claim.getByRole('textbox', { name: 'Сумма' }).fill('0,05');
  await claim.getByRole('textbox', { name: 'Хеш перевода' }).fill(hash);
  await done.tap();
  await expect(claim.getByText('Этот перевод уже использован для пополнения')).toBeVisible();
  expect((await balanceOf(page)).total).toBe(total);
});

test('tops up on a phone: approved, with a code, declined', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/mobile/deposit');
  await page.getByRole('tab', { name: 'Карта' }).tap();
  const confirm = page.getByRole('button', { name: 'Подтвердить платёж' });
  const result = page.getByRole('region', { name: 'Учебная карта' });

  await startTopUp(page, /^Банк отклоняет/, '5000');
  await confirm.tap();
  await expect(result).toContainText('Банк отклонил платёж.');
  await page.getByRole('button', { name: 'Попробовать снова' }).tap();

  await startTopUp(page, /^С кодом 3-D Secure/, '9500');
  // Away from the bank and back: the payment waits, and nothing says otherwise.
  await page.goto('/mobile/assets');
  const waiting = page
    .getByRole('list', { name: 'Пополнения и выводы, новые сверху' })
    .getByRole('listitem')
    .filter({ hasText: 'Ждёт вас на странице банка до' });
  await waiting.getByRole('button').tap();
  const details = page.getByRole('dialog', { name: /^Пополнение картой #REQ/ });
  await expect(details).toContainText('Ничего не списано.');
  await page.keyboard.press('Escape');
  await waiting.getByRole('link', { name: 'Вернуться на страницу банка' }).tap();
  await expect(page.getByRole('heading', { name: 'Учебная страница банка' })).toBeVisible();
  await expect(page).toHaveURL(/\/mobile\/deposit$/);
  await page.reload();
  await page.getByRole('button', { name: 'Вернуться на страницу банка' }).tap();
  await page.getByRole('textbox', { name: 'Код из сообщения' }).fill(await codeOfMessage(page));
  await confirm.tap();
  await expect(result.getByText('Зачислено').first()).toBeVisible();
  expect((await balanceOf(page)).total).toBe('1100');
});

test('withdraws on a phone and comes to the assets, where it is paid out', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/mobile/withdraw');
  await page.getByRole('textbox', { name: 'Адрес получателя' }).fill('0x742d35Cc6634C0532925a3b844Bc454e4438f44e');
  await expect(page.getByText('Это не учебный адрес. Тренажёр работает только с учебной сетью.')).toBeVisible();
  await chooseCoin(page, 'USDT', 'tron');
  await page.getByRole('textbox', { name: 'Memo' }).fill('12345');
  await withdraw(page, '60');
  const accepted = page.getByRole('dialog', { name: 'Запрос принят' });
  await expect(accepted).toContainText(/#REQ\d{6}/);
  await accepted.getByRole('button', { name: 'Понятно' }).tap();
  await expect(page).toHaveURL(/\/mobile\/assets$/);
  const operation = page
    .getByRole('list', { name: 'Пополнения и выводы, новые сверху' })
    .getByRole('listitem')
    .filter({ hasText: 'Вывод' });
  await expect(operation).toHaveCount(1);
  await expect(operation).toContainText('Выплачено', { timeout: SETTLED_MS });
  expect(await walletBalance(page, 'USDT', 'tron')).toBe('2058.5');
  expect(await balanceOf(page)).toMatchObject({ total: '940', locked: '0' });
  await operation.getByRole('button').tap();
  await expect(page.getByRole('dialog', { name: /^Вывод #REQ/ })).toContainText('12345');

  await page.goto('/mobile/withdraw');
  await page.getByRole('tab', { name: 'На карту' }).tap();
  await page.getByRole('textbox', { name: 'Сумма' }).fill('40');
  await page.getByRole('radio', { name: /^С кодом 3-D Secure/ }).check();
  await page.getByRole('button', { name: 'Вывести на карту' }).tap();
  await expect(accepted).toContainText('Выплачено');
  expect(await balanceOf(page)).toMatchObject({ total: '900', locked: '0' });
});
