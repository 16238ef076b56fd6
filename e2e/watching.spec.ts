import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { closedTrade } from './support/trading.ts';

/** Pairs of the table, from the top. */
const names = (page: Page): Promise<string[]> =>
  page
    .getByRole('table')
    .getByRole('rowheader')
    .getByRole('button', { name: /^Открыть / })
    .allInnerTexts();

const listButton = (page: Page) => page.getByRole('button', { name: /^Список \d\. Сменить/ });

async function chooseList(page: Page, list: string): Promise<void> {
  await listButton(page).click();
  await page.getByRole('button', { name: `Список ${list}`, exact: true }).click();
}

test('two lists, columns, a sorted table and a map of the market', async ({ page, person, isMobile }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.goto('/watch');
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(50);
  await expect(page.getByRole('row').nth(1).locator('svg path[d^="M1 "]')).toHaveCount(1);

  // By any column, both ways; a column can be had and not had, and all of it is there after a reload.
  await page.getByRole('button', { name: 'Пара', exact: true }).click();
  await expect.poll(async () => (await names(page))[0]).toMatch(/^1|^A/);
  await page.getByText('Столбцы', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Волатильность за день' }).check();
  await page.getByRole('checkbox', { name: 'Оборот за 24 часа' }).uncheck();
  await page.getByText('Столбцы', { exact: true }).click();
  await page.getByRole('button', { name: 'Волатильность', exact: true }).click();
  await page.reload();
  const heading = page.getByRole('columnheader', { name: 'Волатильность' });
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('columnheader', { name: 'Оборот 24 ч' })).toHaveCount(0);
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(/^\d+,\d\d\s%$/);

  // Two lists, each with stars of its own.
  await chooseList(page, '2');
  await page.getByRole('radio', { name: 'Избранное' }).check();
  await expect(page.getByText('В этом списке пока ничего нет')).toBeVisible();
  await page.getByRole('radio', { name: 'Все пары' }).check();
  await page.getByRole('button', { name: 'Добавить SOLUSDT в избранное' }).click();
  await page.getByRole('radio', { name: 'Избранное' }).check();
  await expect.poll(() => names(page)).toEqual(['SOLUSDT']);
  await chooseList(page, '1');
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['BNBUSDT', 'BTCUSDT', 'ETHUSDT']);
  await expectAccessible(page, 'the table');

  await page.getByRole('radio', { name: 'Все пары' }).check();
  await page.getByRole('radio', { name: 'Карта' }).check();
  const map = page.getByRole('group', { name: 'Карта рынка' });
  const btc = map.getByRole('button', { name: /^BTC [+−]?\d/ });
  await expect(btc).toBeVisible();
  await expectAccessible(page, 'the map');
  if (isMobile) {
    await map.getByRole('button', { name: /^ETH / }).tap();
    await expect(page).toHaveURL(/\/mobile\/trade\?symbol=ETHUSDT/);
    return;
  }
  // By the keyboard alone: one tile is reached by Tab, the arrows lead on, Enter opens.
  await btc.focus();
  const sizes = await map
    .getByRole('button')
    .evaluateAll((tiles) => tiles.filter((tile) => tile.tabIndex === 0).length);
  expect(sizes).toBe(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const name = await map.locator('button:focus').innerText();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${name.split(/\s/)[0]}/USDT`) })).toBeVisible();
});

test('pairs are shown with their figures, for which no row has to change its place', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  // The stream says nothing.
  await page.routeWebSocket(/\/api\//, (socket) => socket.connectToServer().onMessage(() => undefined));
  // What every row that was ever drawn had as its price at first.
  await page.addInitScript(() => {
    const first: string[] = [];
    Object.assign(globalThis, { first });
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element));
      const rows = added.flatMap((node) => [
        ...(node.matches('[role=option]') ? [node] : node.querySelectorAll('tbody tr, [role=option]')),
      ]);
      // A row begins with its price, an option ends with how much it has changed.
      first.push(...rows.map((row) => (row.querySelector('td') ?? row.lastElementChild)?.textContent ?? ''));
    }).observe(document, { childList: true, subtree: true });
  });
  const firstTexts = (): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'first') as string[]);
  for (const screen of isMobile ? ['/watch'] : ['/watch', '/dashboard']) {
    await page.goto(screen);
    await expect.poll(async () => (await firstTexts()).length, screen).toBeGreaterThan(50);
    expect((await firstTexts()).filter((text) => !/\d/.test(text))).toEqual([]);
  }
  if (isMobile) return;
  // Favourites first, then all others, each from what moved most: from the one to the other it rises once.
  const rises = (await firstTexts())
    .map((text) => Number(text.replace(',', '.').replace(/[^\d.]/g, '')))
    .filter((change, n, all) => n > 0 && change > (all[n - 1] ?? 0));
  expect(rises).toHaveLength(1);
});

test('columns keep their width when the lines of the day come, and when the order is another', async ({
  page,
  person,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  let goOn = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/trading/courses*', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto('/watch');
  const change = page.getByRole('row').nth(1).getByRole('cell').nth(1);
  await expect(change).toHaveText('—');
  const widths = (): Promise<number[]> =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().width)));
  const before = await widths();
  goOn();
  await expect(change).toHaveText(/%/);
  await expect(page.getByRole('row').nth(1).locator('svg path[d^="M1 "]')).toHaveCount(1);
  expect(await widths()).toEqual(before);
  for (const heading of ['1 ч', 'Оборот 24 ч', 'Пара']) {
    const head = page.getByRole('columnheader', { name: heading });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', /./);
    expect(await widths(), heading).toEqual(before);
  }
});

test('lines of the day that did not come are asked for again', async ({ page, person }) => {
  expect(person.phone).toMatch(/^\+7/);
  await page.route('**/api/trading/courses*', (route) => route.abort());
  await page.goto('/watch');
  const failure = page.getByRole('status').filter({ hasText: 'Не удалось загрузить ход цен за день' });
  await expect(failure).toBeVisible();
  await page.unroute('**/api/trading/courses*');
  await failure.getByRole('button', { name: 'Повторить' }).click();
  await expect(failure).toBeHidden();
  await expect(page.getByRole('row').nth(1).locator('svg path[d^="M1 "]')).toHaveCount(1);
});

test('a note with a tag is kept, found, and shown as text; another window is not written over', async ({
  page,
  person,
  context,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const [trade] = [await closedTrade(page), await closedTrade(page)];
  await page.goto(`/history/${trade}`);
  const open = async (of: Page): Promise<void> => of.locator('summary').filter({ hasText: 'Заметка' }).click();
  await open(page);
  const text = page.getByRole('textbox', { name: /Что вы думали/ });
  await text.fill('Вошёл рано: <b>стоп</b> https://a.example/x');
  await page.getByRole('combobox', { name: 'Метки' }).fill('Пробой');
  await page.getByRole('combobox', { name: 'Метки' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Снять метку «пробой»' })).toBeVisible();
  await expect(page.getByText('Не сохранено')).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/history/${trade}`);
  await open(other);
  await expect(other.getByRole('textbox', { name: /Что вы думали/ })).toHaveValue('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a note', 'details');

  // What is in the other window is newer than what was written here, and does not win unasked.
  await other.getByRole('textbox', { name: /Что вы думали/ }).fill('другое');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  await expect(other.getByRole('alert')).toContainText('https://a.example/x');
  await expect(other.getByRole('link', { name: /a\.example/ })).toHaveCount(0);
  await other.getByRole('button', { name: 'Взять ту' }).click();
  await expect(other.getByRole('textbox', { name: /Что вы думали/ })).toHaveValue(/<b>стоп<\/b>/);
  await other.close();

  await page.goto('/history');
  await expect(page.getByText('Есть заметка').first()).toBeAttached();
  await page.getByRole('combobox', { name: 'Заметка' }).selectOption({ label: 'пробой' });
  await expect(page).toHaveURL(/note=1$/);
  await expect(page.locator('[href*="/proof?trade="], a[href*="/history/"]').filter({ visible: true })).toHaveCount(1);
  if (isMobile) return;
  // A receipt is soon closed: what was not saved is there when it is opened again.
  const receipt = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Почему закрыта позиция BTCUSDT' }).click();
    await open(page);
  };
  await receipt();
  await text.fill('ещё не сохранено');
  await page.keyboard.press('Escape');
  await expect(text).toHaveCount(0);
  await receipt();
  await expect(text).toHaveValue('ещё не сохранено');
});

test('keys choose a side, an interval and a pair; a resized panel stays so, and has a way back', async ({
  page,
  person,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  if (isMobile) {
    // A phone has no panels to resize and no keys; its lists are chosen where its pairs are.
    await page.goto('/mobile/trade');
    await page
      .getByRole('button', { name: /Выберите пару|BTC/ })
      .first()
      .click();
    await chooseList(page, '3');
    await page.getByRole('button', { name: 'Добавить BTCUSDT в избранное' }).click();
    await page.reload();
    await page
      .getByRole('button', { name: /Выберите пару|BTC/ })
      .first()
      .click();
    await expect(listButton(page)).toHaveText('Список 3');
    await expect(page.getByRole('button', { name: 'Убрать BTCUSDT из избранного' })).toBeVisible();
    return;
  }
  await page.goto('/dashboard');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('radio', { name: '15 минут' })).toBeChecked();
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: /Short/ })).toBeChecked();
  await page.keyboard.press('b');
  await expect(page.getByRole('radio', { name: /Long/ })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Поиск пары' })).toBeFocused();
  await page.keyboard.type('нет такой');
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
  await expectAccessible(page, 'a search that finds nothing');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Клавиши' })).toContainText('Интервал свечей');
  await page.keyboard.press('Escape');

  const bar = page.getByRole('separator', { name: 'Ширина столбцов' }).first();
  const pane = page.getByRole('region', { name: 'Торговые пары' });
  const width = async (): Promise<number> => Math.round((await pane.boundingBox())?.width ?? 0);
  const first = await width();
  await bar.focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(first + 48);
  await page.reload();
  await expect.poll(width).toBe(first + 48);
  await page.getByRole('button', { name: 'Вернуть раскладку' }).click();
  await expect.poll(width).toBe(first);
  await expect(page.getByRole('button', { name: 'Вернуть раскладку' })).toHaveCount(0);
});
