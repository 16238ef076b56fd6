import { expect, type Page } from '@playwright/test';
import type { Hands } from './hands.ts';
import type { Person } from './test.ts';

/** How one comes to a section of the header: «История», «Пополнить». */
export type GoTo = (section: string) => Promise<void>;

async function register(page: Page, { press, type }: Hands, { phone, password }: Person): Promise<void> {
  await page.goto('/dashboard');
  await press(page.getByRole('link', { name: 'Зарегистрироваться' }));
  // The page before it asks for a phone number too.
  await expect(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible();
  await type(page.getByLabel('Номер телефона'), phone);
  await type(page.getByLabel('Пароль', { exact: true }), password);
  await type(page.getByLabel('Повторите пароль'), password);
  await press(page.getByRole('button', { name: 'Зарегистрироваться' }));
  await expect(page).toHaveURL(/\/dashboard/);
}

async function trade(page: Page, { press, type }: Hands): Promise<void> {
  await type(page.getByRole('textbox', { name: 'Сумма (маржа)' }), '100');
  await press(page.getByRole('button', { name: 'Открыть Long' }));
  const dialog = page.getByRole('dialog');
  await press(page.getByRole('button', { name: 'Изменить TP и SL ETHUSDT' }));
  await type(dialog.getByRole('textbox', { name: 'Тейк-профит' }), '9000');
  await type(dialog.getByRole('textbox', { name: 'Стоп-лосс' }), '90');
  await press(dialog.getByRole('button', { name: 'Сохранить' }));
  await expect(dialog).toBeHidden();

  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  await press(page.getByRole('button', { name: 'Закрыть часть позиции ETHUSDT' }));
  await press(dialog.getByRole('button', { name: 'Закрыть 50%' }));
  await expect(receipt).toBeVisible();
  await page.keyboard.press('Escape');
  await press(page.getByRole('button', { name: 'Закрыть позицию ETHUSDT' }));
  await expect(receipt).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Нет открытых позиций')).toBeVisible();
}

async function payIn(page: Page, { press, type }: Hands): Promise<void> {
  const coins = page.getByRole('tab', { name: 'Криптовалюта' });
  const card = page.getByRole('tab', { name: 'Карта' });
  // Of tabs the chosen one is a stop of the keyboard; the arrows go on from there.
  await press(coins);
  await page.keyboard.press('ArrowRight');
  await expect(card).toHaveAttribute('aria-selected', 'true');
  await type(page.getByRole('textbox', { name: 'Сумма' }), '9500');
  await press(page.getByRole('button', { name: 'Перейти к оплате' }));
  await press(page.getByRole('button', { name: 'Подтвердить платёж' }));
  await expect(page.getByRole('region', { name: 'Учебная карта' }).getByText('Зачислено').first()).toBeVisible();
}

async function payOut(page: Page, { press, type }: Hands): Promise<void> {
  await press(page.getByRole('button', { name: 'Мой учебный кошелёк' }));
  await type(page.getByRole('textbox', { name: 'Сумма', exact: true }), '50');
  await press(page.getByRole('button', { name: 'Подать заявку на вывод' }));
  await expect(page.getByText('Запрос принят')).toBeVisible();
}

/**
 * The whole of it: registers, finds a pair, opens, sets TP and SL, closes a part and the rest, pays in and out,
 * reads the history and a receipt, signs out.
 * @param findPair brings ETHUSDT to the chart
 */
export async function wholeJourney(
  page: Page,
  hands: Hands,
  person: Person,
  { findPair, goTo }: { findPair: () => Promise<void>; goTo: GoTo },
): Promise<void> {
  await register(page, hands, person);
  await findPair();
  await expect(page.getByRole('group', { name: /График ETHUSDT/ })).toBeVisible();
  await trade(page, hands);
  await goTo('Пополнить');
  await payIn(page, hands);
  await goTo('Вывести');
  await payOut(page, hands);
  await goTo('История');
  const why = page.getByRole('button', { name: 'Почему закрыта позиция ETHUSDT' });
  await hands.press(why.or(page.getByRole('link', { name: /ETHUSDT/ })).first());
  await expect(page.getByText(/Вы закрыли позицию сами/)).toBeVisible();
  await page.keyboard.press('Escape');
  await hands.press(page.getByRole('button', { name: 'Выйти' }));
  await expect(page).toHaveURL(/\/login/);
}
