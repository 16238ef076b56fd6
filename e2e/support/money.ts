import { expect, type Locator, type Page } from '@playwright/test';

/** What the tests of practice money do alike on a desktop and on a phone. */

export type Asset = 'USDT' | 'BTC' | 'ETH';

/** As people know the networks. */
export const TITLES = {
  bitcoin: 'Bitcoin',
  ethereum: 'ERC20 (Ethereum)',
  bsc: 'BEP20 (BSC)',
  polygon: 'Polygon (PoS)',
  arbitrum: 'Arbitrum One',
  tron: 'TRC20 (Tron)',
} as const;
export type Network = keyof typeof TITLES;

/** Blocks come every few seconds and a transaction needs several: the slowest network used here takes 25 s. */
export const SETTLED_MS = 60_000;

/** Narrow spaces of figures as plain ones. */
export const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');

/** Begins with the network's title: the radio says its pace too. */
const titled = (network: Network): RegExp => new RegExp(`^${TITLES[network].replaceAll(/[()]/g, String.raw`\$&`)}`);

/** Chooses coin and network of a deposit or a withdrawal. */
export async function chooseCoin(page: Page, asset: Asset, network: Network): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Валюта' }).getByRole('radio', { name: asset }).check();
  await page
    .getByRole('radiogroup', { name: 'Сеть', exact: true })
    .getByRole('radio', { name: titled(network) })
    .check();
}

export interface Sending {
  network: Network;
  amount: string;
  /** Left out where the screen has filled it in. */
  to?: string;
}

/**
 * Sends coins with the wallet's form, looks at everything once more and confirms.
 * @param form where the form is
 * @returns the hash
 */
export async function sendCoins(form: Locator, { network, amount, to }: Sending): Promise<string> {
  await expect(form.getByRole('textbox', { name: 'Сумма' })).toBeVisible();
  // A coin of a single network leaves nothing to choose.
  const networks = form.getByRole('radiogroup', { name: 'Сеть перевода' });
  if ((await networks.count()) > 0) await networks.getByRole('radio', { name: titled(network) }).check();
  if (to !== undefined) await form.getByRole('textbox', { name: 'Адрес получателя' }).fill(to);
  await form.getByRole('textbox', { name: 'Сумма' }).fill(amount);
  await form.getByRole('radio', { name: /^Быстро/ }).check();
  await form.getByRole('button', { name: 'Проверить перевод' }).click();
  const review = form.getByRole('group', { name: 'Проверьте перевод' });
  await expect(review.getByText(TITLES[network])).toBeVisible();
  await review.getByRole('button', { name: 'Отправить', exact: true }).click();
  await expect(form.getByText('Перевод отправлен').or(form.getByText('Перевод подтверждён'))).toBeVisible();
  const hash = /simtx1[a-z0-9]{58}/.exec(await form.innerText())?.[0];
  if (hash === undefined) throw new Error('no hash is shown');
  return hash;
}

export const sendPanel = (page: Page): Locator => page.getByRole('region', { name: 'Отправить из учебного кошелька' });
export const claimPanel = (page: Page): Locator => page.getByRole('region', { name: 'Подтверждение перевода' });

/** The deposit address on the screen. */
export async function depositAddress(page: Page): Promise<string> {
  const where = page.getByRole('region', { name: 'Адрес пополнения' });
  await expect(where.getByText(/^sim1[a-z0-9]{39}$/)).toBeVisible();
  return where.getByText(/^sim1[a-z0-9]{39}$/).innerText();
}

interface Balance {
  total: string;
  available: string;
  locked: string;
  season: number;
}

/** The main account as the server has it. */
export async function balanceOf(page: Page): Promise<Balance> {
  const answer = await page.request.get('/api/trading/balance');
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Balance;
}

/** What the practice wallet holds of a coin on a network. */
export async function walletBalance(page: Page, asset: Asset, network: Network): Promise<string> {
  const answer = await page.request.get('/api/wallet');
  const { items } = (await answer.json()) as { items: { asset: Asset; network: Network; balance: string }[] };
  const held = items.find((item) => item.asset === asset && item.network === network);
  if (held === undefined) throw new Error(`the wallet has no ${asset} on ${network}`);
  return held.balance;
}

/** Of the practice wallet on a network. */
export async function ownAddress(page: Page, network: Network): Promise<string> {
  const answer = await page.request.get('/api/wallet');
  const { items } = (await answer.json()) as { items: { network: Network; address: string }[] };
  return items.find((item) => item.network === network)?.address ?? '';
}

/** Fills the bank's part of a card top-up up to its page. */
export async function startTopUp(page: Page, card: RegExp, rubles: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Сумма' }).fill(rubles);
  await page.getByRole('radiogroup', { name: 'Учебная карта' }).getByRole('radio', { name: card }).check();
  await page.getByRole('button', { name: 'Перейти к оплате' }).click();
  await expect(page.getByRole('heading', { name: 'Учебная страница банка' })).toBeVisible();
}

/** The code that the bank's message says. */
export async function codeOfMessage(page: Page): Promise<string> {
  const message = await page.getByText(/Учебное сообщение банка: код \d{4}/).innerText();
  return /\d{4}/.exec(message)?.[0] ?? '';
}

/** Fills a withdrawal and asks for it. */
export async function withdraw(page: Page, amount: string, address?: string): Promise<void> {
  if (address === undefined) await page.getByRole('button', { name: 'Мой учебный кошелёк' }).click();
  else await page.getByRole('textbox', { name: 'Адрес получателя' }).fill(address);
  await page.getByRole('textbox', { name: 'Сумма', exact: true }).fill(amount);
  await submitWithdrawal(page).click();
}

/** The button of a withdrawal to an address, on a desktop or a phone. */
export const submitWithdrawal = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Подать заявку на вывод|Вывести на кошелёк)$/ });
