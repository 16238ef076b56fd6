import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { PHONE_AGENT } from '../tools/product/browser.ts';
import type { Product } from '../tools/product/process.ts';
import { newKey } from '../tools/product/request-key.ts';
import { expectAccessible } from './support/axe.ts';
import { inspect, PHONE_WIDTHS, WIDTHS } from './support/inspect.ts';
import { enterArea, makeOperator } from './support/operator.ts';
import { expectSteady, watchMoves } from './support/steady.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';
import { fillAmount, positionOf, setLeverage } from './support/trading.ts';

const NO_RULES = {
  ...{ maxLeverage: 10, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: null },
  ...{ targetPercent: null, days: null, calibration: false },
};

async function send(request: APIRequestContext, method: 'POST' | 'PUT', path: string, data?: object): Promise<unknown> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await request.fetch(`/api${path}`, { method, headers, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

const PHONE: BrowserContextOptions = {
  ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: PHONE_AGENT },
};

interface Member {
  code: string;
  colour: string;
  device?: BrowserContextOptions;
}

/** Somebody in the class, who is called so there. */
async function member(browser: Browser, product: Product, { code, colour, device = {} }: Member): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, ...device });
  const page = await context.newPage();
  await signUp(page, product, newPerson());
  await send(page.request, 'PUT', '/account/persona', { animal: 'fox', colour, listed: false });
  await send(page.request, 'POST', `/classes/${code}/join`);
  return page;
}

/** From the page of the class into the drill. */
async function goIn(page: Page, code: string): Promise<void> {
  await page.goto(`/class/${code}`);
  const drills = page.getByRole('region', { name: 'Тренировки' });
  await expect(drills).toContainText('Ждёт начала');
  await drills.getByRole('link', { name: /^Перейти к торговле/ }).click();
  // The page of the class has a button of that name, too.
  await expect(page.getByRole('heading', { level: 1, name: /^Повтор/ })).toBeVisible();
  await page.getByRole('button', { name: /^Войти/ }).click();
  await expect(page.getByRole('region', { name: 'Тренировка класса' })).toContainText('Ждём начала');
}

test('C2 a drill: everybody counts down, trades and stands together, and looks back on it together', async ({
  page,
  person,
  product,
  browser,
}) => {
  const secret = await makeOperator(product, person.phone);
  await enterArea(page, secret);
  await expect(page.getByRole('link', { name: 'Drills' })).toBeVisible();
  const made = await send(page.request, 'POST', '/admin/classes', { source: { kind: 'main' }, rules: NO_RULES });
  const { code } = made as { code: string };
  const bold = await member(browser, product, { code, colour: 'blue' });
  const calm = await member(browser, product, { code, colour: 'green', device: PHONE });

  await page.getByRole('link', { name: 'Drills' }).click();
  await page.getByLabel('Dataset').selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'BTCUSDT' }).check();
  await page.getByLabel('From, UTC').fill('2026-02-05T14:00');
  await page.getByLabel('Minutes of the recording').fill('60');
  await page.getByLabel('Speed, 1 to 600').fill('10');
  await page.getByRole('button', { name: 'Make the drill' }).click();
  await expect(page.getByRole('group', { name: 'New drill' })).toContainText('2026-02-05, 14:00');
  await page.getByRole('button', { name: 'Yes, make the drill' }).click();
  const drill = page.getByRole('listitem').filter({ hasText: 'Повтор' });
  await expect(drill).toContainText('Waiting');
  await expectAccessible(page, 'a drill as operators see it');

  await goIn(bold, code);
  await goIn(calm, code);
  const market = new URL(bold.url()).searchParams.get('market');
  const bars = [bold, calm].map((each) => each.getByRole('region', { name: 'Тренировка класса' }));
  await expect(drill).toContainText('2 in');
  await drill.getByLabel('Countdown, seconds').fill('20');
  await drill.getByRole('button', { name: 'Start' }).click();
  await Promise.all(bars.map((bar) => expect(bar.getByRole('timer')).toContainText(/Начало через\s*(20|1?\d) с/)));
  for (const bar of bars) await expect(bar).toContainText('Идёт тренировка');
  await setLeverage(bold, 10);
  await fillAmount(bold, '100');
  await bold.getByRole('button', { name: 'Открыть Long' }).click();

  await drill.getByRole('button', { name: 'Pause' }).click();
  for (const bar of bars) await expect(bar).toContainText('Преподаватель поставил паузу');
  await expectAccessible(bold, 'a drill on pause');
  // What it stands at is a price like any other.
  // A phone shows the bar above the pair, and the form in a sheet.
  await expect(bars[1]!).toBeInViewport({ ratio: 1 });
  await expect(calm.getByRole('button', { name: 'Новая позиция Short' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(calm, 'a drill on pause on a phone');
  await calm.getByRole('button', { name: 'Новая позиция Short' }).click();
  await fillAmount(calm, '50');
  await calm.getByRole('button', { name: 'Открыть Short позицию' }).click();
  await expect(positionOf(calm, 'PAIRAUSDT', true)).toContainText('SHORT');

  // It is chosen when the server says so.
  await drill.getByRole('radio', { name: '600x' }).click();
  await expect(drill.getByRole('radio', { name: '600x' })).toBeChecked();
  await drill.getByRole('button', { name: 'Resume' }).click();
  for (const bar of bars) await expect(bar).toContainText('Тренировка завершена', { timeout: 120_000 });
  await expect(drill).toContainText('Ended');
  await bold.keyboard.press('Escape');
  await bars[0]?.getByRole('link', { name: 'Разбор' }).click();
  await expect(bold.getByRole('heading', { name: 'Разбор тренировки' })).toBeVisible();
  await expect(bold.getByRole('img', { name: /^График цены\. .+: свечей \d+, отметок [34]$/ })).toBeVisible();
  const people = bold.getByRole('table', { name: 'Участники' });
  await expect(people.getByRole('row').nth(1)).toContainText(/Зелёная лиса\s*\+/);
  await expect(people.getByRole('row').nth(2)).toContainText(/Синяя лиса\s*вы\s*−100,/);
  await expect(bold.getByRole('table', { name: 'Результаты по плечу' })).toContainText('10x');
  await expect(bold.getByText('PAIRAUSDT — это BTCUSDT')).toBeHidden();
  await bold.getByRole('button', { name: 'Открыть даты и пары' }).click();
  await expect(bold.getByText('PAIRAUSDT — это BTCUSDT')).toBeVisible();
  await inspect(bold, 'a debrief', WIDTHS);
  await calm.keyboard.press('Escape');
  // Whoever led it looks back on the same chart, without an account in the market.
  await drill.getByRole('link', { name: 'Open the debrief' }).click();
  await expect(page.getByRole('img', { name: /^График цены\. .+: свечей \d+, отметок [34]$/ })).toBeVisible();
  await page.getByRole('link', { name: 'К классу' }).click();
  await expect(page.getByRole('region', { name: 'Правила класса' })).toBeVisible();
  await bars[1]!.getByRole('link', { name: 'Разбор' }).click();
  await expect(calm.getByRole('table', { name: 'Участники' })).toBeVisible();
  await inspect(calm, 'a debrief on a phone', PHONE_WIDTHS);
  for (const each of [bold, calm]) {
    const again = await each.context().newPage();
    await watchMoves(again);
    const { items } = (await (await again.request.get(`/api/trading/trades?market=${market}`)).json()) as {
      items: { id: string }[];
    };
    const receipt = `/history/${items[0]?.id}?market=${market}`;
    for (const screen of [`/class/${code}`, new URL(bold.url()).pathname, receipt]) await expectSteady(again, screen);
    await expect(again.getByRole('img', { name: /^Путь цены PAIRAUSDT/ })).toBeVisible();
    await again.close();
  }
});
