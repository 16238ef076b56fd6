import { LESSONS } from '@plecho/domain';
import { expect, type Page } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';
import type { Scene, Shot } from './shots.ts';
import { newPerson } from './test.ts';
import { setLeverage } from './trading.ts';

/** Every state of what one learns by: results, a trade looked at again, guesses, lessons, first minutes. */

const PHONE = 500;
const isSmall = (page: Page): boolean => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  return Math.min(width, height) < PHONE;
};
const tradePath = (page: Page): string => (isSmall(page) ? '/mobile/trade' : '/dashboard');

async function call<T>(page: Page, method: 'POST' | 'DELETE', path: string, data?: object): Promise<T> {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': newKey() };
  const answer = await page.request.fetch(`/api/${path}`, { method, headers, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Somebody new is signed in; the page goes there. */
async function comeNew(page: Page, path: string): Promise<void> {
  await call(page, 'POST', 'auth/register', newPerson());
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
}

/** Opens and closes so many times. */
async function trade(page: Page, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { id } = await call<{ id: string }>(page, 'POST', 'trading/positions', {
      ...{ symbol: n % 2 === 0 ? 'BTCUSDT' : 'ETHUSDT', type: n % 3 === 0 ? 'short' : 'long', amount: '100' },
      leverage: 1 + (n % 3),
    });
    await call(page, 'DELETE', `trading/positions/${id}`);
  }
}

const newResults =
  (count: number, tab = '') =>
  async (page: Page): Promise<void> => {
    await comeNew(page, '/help');
    await trade(page, count);
    await page.goto(`/stats${tab}`);
  };

const splitBy =
  (name: string) =>
  async (page: Page): Promise<void> => {
    const radio = page.getByRole('radio', { name, exact: true });
    await radio.check();
    await page
      .getByRole('table', { name: /^Разбивка/ })
      .first()
      .scrollIntoViewIfNeeded();
  };

const openFormula =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).first().click();
  };

/** The address is asked again with answers that say no. */
const refuse =
  (glob: string, path: string, status = 503, code = 'unavailable') =>
  async (page: Page): Promise<void> => {
    const text = 'Сервис временно недоступен. Повторите попытку.';
    await page.route(glob, (route) => route.fulfill({ status, json: { error: text, code } }));
    await page.goto(path);
    await page
      .getByRole('button', { name: /Повторить/ })
      .first()
      .waitFor();
  };

/** The address is asked again and nobody answers. */
const hold =
  (glob: string, path: string) =>
  async (page: Page): Promise<void> => {
    await page.route(glob, () => new Promise(() => {}));
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForTimeout(2_000);
  };

async function showInLeaderboard(page: Page): Promise<void> {
  await newResults(10, '?tab=rating')(page);
  await page.getByLabel('Животное').selectOption({ label: 'рысь' });
  await page.getByRole('radio', { name: 'Янтарный' }).check();
  await page.getByRole('checkbox', { name: /^Показывать меня/ }).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Янтарная рысь').last().waitFor();
}

/** A receipt of the person's newest trade with that reason, with a part of it opened. */
const openReceipt =
  (reason: string, part: string | null) =>
  async (page: Page, { crashMarket }: Scene): Promise<void> => {
    const market = reason === 'liquidation' ? crashMarket : 'main';
    const path = `/api/trading/trades?market=${market}&reason=${reason}&limit=1`;
    const { items } = (await (await page.request.get(path)).json()) as { items: { id: string }[] };
    await page.goto(`/history/${items[0]?.id}?market=${market}`);
    if (part === null) return;
    const heading = page.getByRole('heading', { name: part });
    await heading.click();
    await page.waitForTimeout(1_500);
    await heading.evaluate((element) => element.scrollIntoView());
  };

const SAME = 'Тот же путь, другое плечо';
const AGAIN = 'Моя сделка ещё раз';

const playedTo =
  (keys: readonly string[]) =>
  async (page: Page, scene: Scene): Promise<void> => {
    await openReceipt('liquidation', AGAIN)(page, scene);
    const time = page.getByRole('slider', { name: 'Время' });
    await time.focus();
    for (const key of keys) await time.press(key);
  };

/** Asked for a guess, in the ticket or the sheet. */
async function askGuess(page: Page): Promise<void> {
  await comeNew(page, tradePath(page));
  if (isSmall(page)) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('checkbox', { name: /Спрашивать мой прогноз/ }).check();
  await setLeverage(page, 5);
  await page.getByRole('region', { name: 'Сначала прогноз' }).scrollIntoViewIfNeeded();
}

const answerGuess =
  (isRight: boolean) =>
  async (page: Page): Promise<void> => {
    await askGuess(page);
    const answer = await page.request.get('/api/trading/pairs');
    const { items } = (await answer.json()) as { items: { symbol: string; lastPrice: string }[] };
    const price = Number(items.find(({ symbol }) => symbol === 'BTCUSDT')?.lastPrice);
    const question = page.getByRole('region', { name: 'Сначала прогноз' });
    const [liquidation, loss] = isRight ? [(price * 0.8) / 0.995, '25'] : [price * 0.5, '5'];
    await question.getByRole('textbox', { name: 'Цена ликвидации' }).fill(liquidation.toFixed(2).replace('.', ','));
    await question.getByRole('textbox', { name: 'Потеря при −5 %' }).fill(loss);
    await question.getByRole('button', { name: 'Проверить прогноз' }).click();
    await page.getByRole('region', { name: 'Ваш прогноз' }).scrollIntoViewIfNeeded();
  };

async function showGuesses(page: Page): Promise<void> {
  await answerGuess(true)(page);
  await page.goto('/stats?tab=guesses');
}

interface Progress {
  lesson: string;
  startedAt: number | null;
  doneAt: number | null;
}

/** As if so many lessons were done, and one more begun. */
const lessonsDone =
  (count: number, path: string) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/lessons', async (route) => {
      const answer = await route.fetch();
      const { items } = (await answer.json()) as { items: Progress[] };
      const at = Date.now() - 86_400_000;
      const as = (one: Progress, n: number): Progress =>
        n < count ? { ...one, startedAt: at, doneAt: at } : { ...one, startedAt: n === count ? at : null };
      await route.fulfill({ response: answer, json: { items: items.map(as) } });
    });
    await comeNew(page, path);
  };

/** The task of a lesson that is done; what comes before it is as fresh as ever. */
const doneTask =
  (lesson: string) =>
  async (page: Page): Promise<void> => {
    await lessonsDone(10, `/learn/${lesson}`)(page);
    const task = page.getByRole('region', { name: 'Задание' });
    await task.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  };

const checkNow = async (page: Page): Promise<void> => {
  const task = page.getByRole('region', { name: 'Задание' });
  await task.getByRole('button', { name: 'Проверить' }).click();
  await page.waitForTimeout(800);
};

const lessonReplay =
  (lesson: string, isChecked: boolean) =>
  async (page: Page): Promise<void> => {
    await comeNew(page, `/learn/${lesson}`);
    await page.getByRole('button', { name: 'Открыть повтор' }).click();
    await page.waitForURL(/market=session-/, { timeout: 60_000 });
    await page.getByRole('region', { name: 'Задание' }).waitFor();
    if (isChecked) await checkNow(page);
  };

const findFake =
  (screen: number) =>
  async (page: Page): Promise<void> => {
    await comeNew(page, '/learn/fake-exchange');
    const task = page.getByRole('region', { name: 'Задание' });
    await task.getByRole('radio', { name: `Экран ${screen}` }).check();
    await checkNow(page);
  };

async function becomeGuest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Попробовать без регистрации' }).click();
  await page.getByRole('complementary', { name: 'Счёт гостя' }).waitFor();
}

const guide = (page: Page) => page.getByRole('region', { name: 'Первая сделка' }).filter({ visible: true }).last();

/** Led as far as that step, from 0: the offer. */
const tourTo =
  (step: number) =>
  async (page: Page): Promise<void> => {
    await comeNew(page, isSmall(page) ? '/mobile/home' : '/dashboard');
    const start = page.getByRole('button', { name: 'Провести за минуту' });
    await start.waitFor();
    if (step === 0) return;
    const next = () => guide(page).getByRole('button', { name: 'Дальше' }).click();
    await start.click();
    await expect(guide(page)).toContainText('Шаг 1 из 6');
    if (step === 1) return;
    await next();
    if (isSmall(page)) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
    await expect(guide(page)).toContainText('Шаг 2 из 6');
    if (step === 2) return;
    await next();
    if (step === 3) return;
    await page.getByRole('button', { name: isSmall(page) ? 'Открыть Long позицию' : /^Открыть Long/ }).click();
    await expect(guide(page)).toContainText('Шаг 4 из 6');
    if (step === 4) return;
    await next();
    if (step === 5) return;
    await page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
    const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
    await receipt.getByRole('note').first().waitFor();
    if (step === 6) return;
    await receipt.getByRole('button', { name: 'Понятно' }).click();
    await expect(guide(page)).toContainText('Позиция закрыта');
  };

async function skipTour(page: Page): Promise<void> {
  await tourTo(1)(page);
  await guide(page).getByRole('button', { name: 'Пропустить' }).click();
}

const tooManyGuests = async (page: Page): Promise<void> => {
  const json = { error: 'Отсюда сегодня открыто слишком много счетов гостя', code: 'too_many_guests' };
  await page.route('**/api/auth/guest', (route) => route.fulfill({ status: 429, json }));
  await page.getByRole('button', { name: 'Попробовать без регистрации' }).click();
};

async function guestTo(page: Page, path: string): Promise<void> {
  await becomeGuest(page);
  await page.goto(path);
}

/** A session that is over, as a guest finds it after a week. */
async function guestExpired(page: Page): Promise<void> {
  await becomeGuest(page);
  await page.context().clearCookies();
  await page.goto('/history');
}

const REPLAYED = LESSONS.filter((lesson) => !['costs', 'wrong-network', 'fake-exchange'].includes(lesson));
const stranger = { as: 'nobody', path: '/login', phonePath: '/login' } as const;

export const LEARNING_SHOTS: readonly Shot[] = [
  { name: 'stats-empty', ...stranger, prepare: newResults(0) },
  { name: 'stats-one', ...stranger, prepare: newResults(1), chart: true },
  { name: 'stats-few', ...stranger, prepare: newResults(5), chart: true },
  { name: 'stats-fifty', path: '/stats', chart: true },
  { name: 'stats-net', path: '/stats', prepare: splitBy('Итог, уч. USDT'), chart: true },
  ...['Пара', 'Направление', 'Причина', 'Час', 'День'].map((name, n): Shot => ({
    name: `stats-split-${n}`,
    path: '/stats',
    prepare: splitBy(name),
    chart: true,
  })),
  ...['Макс. просадка', 'Прибыльных', 'Профит-фактор', 'Средний R', 'Время в позициях', 'Средний размер'].map(
    (name, n): Shot => ({ name: `stats-formula-${n}`, path: '/stats', prepare: openFormula(name), chart: true }),
  ),
  { name: 'stats-nothing-then', path: '/stats?to=2020-01-01' },
  { name: 'stats-replay', path: ({ crashMarket }) => `/stats?market=${crashMarket}`, chart: true },
  { name: 'stats-loading', path: '/stats', prepare: hold('**/api/results*', '/stats') },
  { name: 'stats-error', path: '/help', prepare: refuse('**/api/results*', '/stats') },
  { name: 'rating-out', ...stranger, prepare: newResults(0, '?tab=rating') },
  { name: 'rating-in', ...stranger, prepare: showInLeaderboard },
  { name: 'guesses-none', ...stranger, prepare: newResults(0, '?tab=guesses') },
  { name: 'guesses-one', ...stranger, prepare: showGuesses, chart: true },
  { name: 'guess-question', ...stranger, prepare: askGuess, chart: true },
  { name: 'guess-right', ...stranger, prepare: answerGuess(true) },
  { name: 'guess-wrong', ...stranger, prepare: answerGuess(false) },
  ...['liquidation', 'user', 'takeProfit', 'stopLoss'].map((reason): Shot => ({
    name: `same-path-${reason}`,
    path: '/history',
    prepare: openReceipt(reason, SAME),
  })),
  { name: 'rerun-first', path: '/history', prepare: playedTo([]), chart: true },
  { name: 'rerun-middle', path: '/history', prepare: playedTo(['ArrowRight', 'ArrowRight']), chart: true },
  { name: 'rerun-last', path: '/history', prepare: playedTo(['End']), chart: true },
  { name: 'learn-none', ...stranger, prepare: lessonsDone(0, '/learn') },
  { name: 'learn-some', ...stranger, prepare: lessonsDone(4, '/learn') },
  { name: 'learn-all', ...stranger, prepare: lessonsDone(10, '/learn') },
  ...LESSONS.map((lesson): Shot => ({ name: `lesson-fresh-${lesson}`, path: `/learn/${lesson}` })),
  ...LESSONS.map((lesson): Shot => ({ name: `lesson-done-${lesson}`, ...stranger, prepare: doneTask(lesson) })),
  ...REPLAYED.map((lesson): Shot => ({
    name: `lesson-not-yet-${lesson}`,
    ...stranger,
    prepare: lessonReplay(lesson, true),
  })),
  { name: 'lesson-running', ...stranger, prepare: lessonReplay('leverage', false), chart: true },
  { name: 'lesson-fake-missed', ...stranger, prepare: findFake(2) },
  { name: 'lesson-fake-found', ...stranger, prepare: findFake(4) },
  { name: 'login-stranger', ...stranger },
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((step): Shot => ({ name: `tour-${step}`, ...stranger, prepare: tourTo(step) })),
  { name: 'tour-skipped', ...stranger, prepare: skipTour },
  { name: 'tour-help', path: '/help#first-steps' },
  { name: 'guest-bar', ...stranger, prepare: becomeGuest },
  { name: 'guest-account', ...stranger, prepare: (page) => guestTo(page, '/account') },
  { name: 'guest-limit', ...stranger, prepare: tooManyGuests },
  { name: 'guest-expired', ...stranger, prepare: guestExpired },
];
