import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  balanceOf,
  chooseCoin,
  claimPanel,
  codeOfMessage,
  depositAddress,
  plain,
  sendCoins,
  sendPanel,
  SETTLED_MS,
  startTopUp,
  walletBalance,
  withdraw,
} from './money.ts';
import { openPosition } from './trading.ts';

const USED = 'Этот перевод уже использован для пополнения';
const UNKNOWN = 'Такого перевода в учебной сети нет. Проверьте хеш.';

/** Coins sent on the right network are credited once, and no hash is taken twice. */
async function depositsOnce(page: Page): Promise<void> {
  await page.goto('/deposit');
  await chooseCoin(page, 'USDT', 'arbitrum');
  await expect(page.getByText('Отправляйте на этот адрес только USDT и только по сети Arbitrum One.')).toBeVisible();
  await page.getByRole('button', { name: 'Скопировать адрес' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Скопировано$/ })).toBeAttached();

  const claim = claimPanel(page);
  const hash = await sendCoins(sendPanel(page), { network: 'arbitrum', amount: '150,5' });
  await expect(claim.getByRole('textbox', { name: 'Хеш перевода' })).toHaveValue(hash);
  await expect(claim.getByRole('textbox', { name: 'Сумма' })).toHaveValue('150,5');
  await claim.getByRole('button', { name: 'Перевод сделан' }).click();
  await expect(
    claim.getByText('Спасибо! После подтверждения ваши средства будут зачислены на ваш аккаунт.'),
  ).toBeVisible();
  const progress = claim.getByRole('progressbar');
  const confirmed = async (): Promise<number> => Number(await progress.getAttribute('aria-valuenow'));
  const first = await confirmed();
  await expect.poll(confirmed, { timeout: SETTLED_MS, message: 'confirmations rise' }).toBeGreaterThan(first);
  expect((await balanceOf(page)).total).toBe('1000');
  await expect(claim.getByText('Зачислено').first()).toBeVisible({ timeout: SETTLED_MS });
  expect(await balanceOf(page)).toMatchObject({ total: '1150.5', available: '1150.5' });
  expect(await walletBalance(page, 'USDT', 'arbitrum')).toBe('849.3');

  await claim.getByRole('button', { name: 'Ещё одно пополнение' }).click();
  for (const [typed, refusal] of [
    [hash, USED],
    [hash.slice(0, -1) + (hash.endsWith('q') ? 'p' : 'q'), UNKNOWN],
    ['0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b', UNKNOWN],
    ['чек об оплате', UNKNOWN],
  ] as const) {
    await claim.getByRole('textbox', { name: 'Сумма' }).fill('150,5');
    await claim.getByRole('textbox', { name: 'Хеш перевода' }).fill(typed);
    await claim.getByRole('button', { name: 'Перевод сделан' }).click();
    await expect(claim.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  }
  await claim.getByRole('textbox', { name: 'Хеш перевода' }).fill('');
  await claim.getByRole('button', { name: 'Перевод сделан' }).click();
  await expect(claim.getByText('Укажите сумму и хеш перевода')).toBeVisible();
  expect((await balanceOf(page)).total).toBe('1150.5');
}

/** Coins sent on another network are lost, and the page says why. */
async function losesOnAnotherNetwork(page: Page): Promise<void> {
  await page.goto('/deposit');
  const address = await depositAddress(page);
  const hash = await sendCoins(sendPanel(page), { network: 'ethereum', amount: '200' });
  const claim = claimPanel(page);
  await claim.getByRole('button', { name: 'Перевод сделан' }).click();
  await expect(
    claim.getByText('Перевод отправлен по другой сети. Монеты пришли туда, где этот адрес никто не отслеживает.'),
  ).toBeVisible();
  const lesson = page.getByRole('region', { name: 'Монеты ушли не в ту сеть' });
  await expect(lesson).toContainText('ERC20 (Ethereum)');
  await expect(lesson).toContainText('BEP20 (BSC)');
  await expect(lesson).toContainText('Отменить перевод в блокчейне нельзя');
  await expect(lesson).toContainText('Здесь потеряны только учебные монеты');

  await lesson.getByRole('link', { name: 'Посмотреть перевод в учебной сети' }).click();
  await expect(page).toHaveURL(new RegExp(`/network\\?q=${hash}`));
  await expect(page.getByText('ERC20 (Ethereum)').first()).toBeVisible();
  await expect(page.getByText(address).first()).toBeVisible();

  await page.goto('/assets');
  await page.getByRole('tab', { name: 'Переводы' }).click();
  const sent = page.getByRole('list', { name: 'Переводы кошелька, новые сверху' }).getByRole('listitem').first();
  await expect(sent).toContainText('Потеряны');
  expect(await balanceOf(page)).toMatchObject({ total: '1000', available: '1000' });
  expect(await walletBalance(page, 'USDT', 'ethereum')).toBe('1796');
}

/** Every practice card answers as it says; the operations are found and taken along as a file. */
async function topsUpByEveryCard(page: Page): Promise<void> {
  await page.goto('/deposit');
  await page.getByRole('tab', { name: 'Карта' }).click();
  const amount = page.getByRole('textbox', { name: 'Сумма' });
  await amount.focus();
  await amount.blur();
  await expect(page.getByText('Поле обязательно для заполнения')).toBeVisible();
  await amount.fill('4999');
  await amount.blur();
  await expect(page.getByText('Минимальная сумма 5000 RUB')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Перейти к оплате' })).toBeDisabled();

  const result = page.getByRole('region', { name: 'Учебная карта' });
  const confirm = page.getByRole('button', { name: 'Подтвердить платёж' });
  const enterCode = async (code: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Код из сообщения' }).fill(code);
    await confirm.click();
  };

  await startTopUp(page, /^Банк одобряет/, '9500');
  await expect(page.getByText('Учебный банк', { exact: true })).toBeVisible();
  await confirm.click();
  await expect(result.getByText('Зачислено').first()).toBeVisible();
  await expect(result).toContainText(/#REQ\d{6}/);
  expect((await balanceOf(page)).total).toBe('1100');
  await page.getByRole('button', { name: 'Ещё одно пополнение' }).click();

  await startTopUp(page, /^Банк отклоняет/, '5000');
  await confirm.click();
  await expect(result).toContainText('Банк отклонил платёж.');
  await expect(result.getByText('Отклонено')).toBeVisible();
  await page.getByRole('button', { name: 'Попробовать снова' }).click();

  await startTopUp(page, /^Не хватает денег/, '5000');
  await confirm.click();
  await expect(result).toContainText('На карте не хватило денег.');
  await page.getByRole('button', { name: 'Попробовать снова' }).click();

  await startTopUp(page, /^Банк одобряет/, '5000');
  await page.getByRole('button', { name: 'Отменить платёж' }).click();
  await expect(result).toContainText('Вы отменили платёж на странице банка.');
  await page.getByRole('button', { name: 'Попробовать снова' }).click();

  await startTopUp(page, /^С кодом 3-D Secure/, '5000');
  const wrong = (code: string): string => (code === '0000' ? '1111' : '0000');
  await enterCode(wrong(await codeOfMessage(page)));
  await expect(page.getByText('Неверный код из сообщения банка')).toBeVisible();
  await expect(page.getByText('Осталось попыток: 2')).toBeVisible();
  await enterCode(await codeOfMessage(page));
  await expect(result.getByText('Зачислено').first()).toBeVisible();
  expect((await balanceOf(page)).total).toBe('1152.631578');
  await page.getByRole('button', { name: 'Ещё одно пополнение' }).click();

  await startTopUp(page, /^С кодом 3-D Secure/, '5000');
  const code = wrong(await codeOfMessage(page));
  for (const left of [2, 1]) {
    await enterCode(code);
    await expect(page.getByText(`Осталось попыток: ${left}`)).toBeVisible();
  }
  await enterCode(code);
  await expect(result).toContainText('Код из сообщения банка трижды введён неверно.');
  expect((await balanceOf(page)).total).toBe('1152.631578');

  await page.goto('/assets');
  const operations = page.getByRole('list', { name: 'Пополнения и выводы, новые сверху' }).getByRole('listitem');
  await expect(operations).toHaveCount(6);
  await page.getByRole('combobox', { name: 'Статус' }).selectOption('completed');
  await expect(operations).toHaveCount(2);
  await operations.last().getByRole('button').click();
  const details = page.getByRole('dialog', { name: /Пополнение картой #REQ\d{6}/ });
  await expect(details).toContainText('Зачислено');
  expect(plain(await details.innerText())).toContain('9 500 уч. RUB');
  await expect(details).toContainText('Банк одобряет');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Тип' }).selectOption('withdraw');
  await expect(page.getByText('Таких операций нет')).toBeVisible();
  await page.getByRole('group', { name: 'Фильтры операций' }).getByRole('button', { name: 'Сбросить' }).click();
  const fileFor = async (reader: RegExp): Promise<string[]> => {
    const download = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Операции' }).getByRole('button', { name: 'Скачать CSV' }).click();
    await page.getByRole('button', { name: reader }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^plecho-operations-[0-9-]+\.csv$/);
    return (await readFile(await file.path(), 'utf8')).split('\r\n');
  };
  const [header, newest] = await fileFor(/^Для таблицы/);
  expect(header).toMatch(/^\uFEFFКод заявки;Операция;Статус;Сумма;/);
  expect(newest).toMatch(/^#REQ\d+;Пополнение картой;Отклонено;5000;RUB;.*;С кодом 3-D Secure;Код из сообщения банка/);
  const [codes, last] = await fileFor(/^Для программ/);
  expect(codes).toMatch(/^\uFEFFid,code,market,type,status,amount,/);
  expect(last).toMatch(/,main,card,failed,5000,RUB,.*,secure,wrongCode,\d{4}-\d\d-\d\dT[^,]+Z,/);
}

/** Coins are paid out to the practice wallet and to a card; what cannot be paid comes back. */
async function withdraws(page: Page): Promise<void> {
  await page.goto('/withdraw');
  await chooseCoin(page, 'USDT', 'polygon');
  await page.getByRole('button', { name: 'Мой учебный кошелёк' }).click();
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill('100');
  const form = page.getByRole('region', { name: 'Вывод средств' });
  expect(plain(await form.innerText())).toMatch(/Минимум\s+10,00 уч. USDT/);
  expect(plain(await form.innerText())).toMatch(/Комиссия\s+0,10 уч. USDT/);
  expect(plain(await form.innerText())).toMatch(/К получению\s+99,90 уч. USDT/);
  await withdraw(page, '100');
  const accepted = page.getByRole('region', { name: 'Запрос принят' });
  await expect(accepted.getByText('Обработка')).toBeVisible();
  expect(await balanceOf(page)).toMatchObject({ total: '1000', available: '900', locked: '100' });
  await expect(accepted.getByText('Выплачено')).toBeVisible({ timeout: SETTLED_MS });
  expect(await balanceOf(page)).toMatchObject({ total: '900', available: '900', locked: '0' });
  expect(await walletBalance(page, 'USDT', 'polygon')).toBe('1099.9');

  // The sender of the payout is an address of the network itself: it takes nothing.
  await accepted.getByRole('link', { name: /^simtx1/ }).click();
  const payer = page.getByText('Отправитель', { exact: true }).locator('xpath=following-sibling::*');
  const reserve = await payer.innerText();
  await page.goto('/withdraw');
  await chooseCoin(page, 'USDT', 'polygon');
  await withdraw(page, '50', reserve);
  await expect(accepted.getByText('Отклонено')).toBeVisible({ timeout: SETTLED_MS });
  await expect(accepted).toContainText('Сеть отклонила перевод: этот адрес не принимает переводы.');
  expect(await balanceOf(page)).toMatchObject({ total: '900', available: '900', locked: '0' });

  // To a practice card: the bank answers as the card says, and nobody else is asked.
  await accepted.getByRole('button', { name: 'Новый вывод' }).click();
  await form.getByRole('tab', { name: 'На карту' }).click();
  const pay = form.getByRole('button', { name: 'Подать заявку на вывод' });
  await form.getByRole('textbox', { name: 'Сумма' }).fill('9,99');
  await expect(pay).toBeDisabled();
  for (const [card, amount, roubles, end, left] of [
    [/^Банк одобряет/, '50', '4 750 уч. RUB', 'Выплачено', '850'],
    [
      /^Банк отклоняет/,
      '60',
      '5 700 уч. RUB',
      'Банк отказался принять деньги на карту. Деньги вернулись на счёт.',
      '850',
    ],
  ] as const) {
    await form.getByRole('textbox', { name: 'Сумма' }).fill(amount);
    await form.getByRole('radio', { name: card }).check();
    expect(plain(await form.innerText())).toMatch(new RegExp(`К получению\\s+${roubles}`));
    await pay.click();
    await expect(accepted).toContainText(end);
    expect(await balanceOf(page)).toMatchObject({ total: left, available: left, locked: '0' });
    await accepted.getByRole('button', { name: 'Новый вывод' }).click();
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Вывод на карту' })).toHaveCount(2);
}

/** A new season: positions closed, balance as at first, the old one still there. */
async function startsAnew(page: Page): Promise<void> {
  await openPosition(page, 'BTCUSDT', '100', 5);
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Начать заново' }).click();
  const dialog = page.getByRole('dialog', { name: 'Начать заново?' });
  await expect(dialog).toContainText('Закроются по текущей цене рынка: 1 позиция.');
  await expect(dialog.getByRole('button', { name: 'Начать новый сезон' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Начать новый сезон' }).click();
  await expect(page.getByText('Сезон 2 начат')).toBeVisible();
  expect(await balanceOf(page)).toMatchObject({ total: '1000', available: '1000', season: 2 });
  const seasons = page.getByRole('list', { name: 'Сезоны' }).getByRole('listitem');
  await expect(seasons).toHaveCount(2);
  await seasons.filter({ hasText: 'Сезон 1' }).getByRole('link', { name: 'Сделки сезона 1' }).click();
  await expect(page).toHaveURL(/\/history/);
  await expect(page.getByRole('row').filter({ hasText: 'BTCUSDT' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Сезон' }).selectOption('2');
  await expect(page.getByRole('row').filter({ hasText: 'BTCUSDT' })).toHaveCount(0);
  await page.goto('/log');
  const record = page.getByRole('listitem').filter({ hasText: 'Начат новый сезон' });
  await expect(record).toContainText('Вы');
}

/** The journey of practice money on a desktop, in parts: each with a person who has done nothing yet. */
export const MONEY_JOURNEY = [
  ['credits coins sent on the right network once, and no hash twice', depositsOnce],
  ['loses coins sent on another network and says why', losesOnAnotherNetwork],
  ['tops up by every practice card, and finds the operations', topsUpByEveryCard],
  ['withdraws to the practice wallet; what cannot be paid comes back', withdraws],
  ['starts anew: positions closed, balance as at first, the old season still there', startsAnew],
] as const;
