import type { Page, WebSocketRoute } from '@playwright/test';
import { crashes } from './support/klines.ts';
import { jumpOwnReplay, startOwnReplay } from './support/replay.ts';
import { expect, test } from './support/test.ts';
import { openPosition, positionOf } from './support/trading.ts';

/** Minutes of calm before a crash and between two. */
const CALM = 25;

/** Whether the page's stream can reach the server. What it asks for by itself always does. */
class Line {
  #isLost = false;
  readonly #sockets = new Set<WebSocketRoute>();

  static async of(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket(/\/api\//, (socket) => line.#meet(socket));
    return line;
  }

  #meet(socket: WebSocketRoute): void {
    if (this.#isLost) {
      void socket.close({ code: 1013 });
      return;
    }
    socket.connectToServer();
    this.#sockets.add(socket);
  }

  async lose(): Promise<void> {
    this.#isLost = true;
    for (const socket of this.#sockets) await socket.close({ code: 1013 });
    this.#sockets.clear();
  }

  find(): void {
    this.#isLost = false;
  }
}

/** Lets the crash of this number happen, counted from one, and waits until it has closed everything. */
async function crash(page: Page, market: string, number: number): Promise<void> {
  await jumpOwnReplay(page.request, market, number * (CALM + 1) + 4);
  const open = async (): Promise<number> => {
    const answer = await page.request.get(`/api/trading/positions?market=${market}`);
    return ((await answer.json()) as { items: unknown[] }).items.length;
  };
  await expect.poll(open).toBe(0);
}

test('a liquidation while the connection is lost, or the page closed, is told by its receipt afterwards', async ({
  page,
  person,
  product,
  isMobile,
}) => {
  expect(person.phone).toMatch(/^\+7/);
  const market = await startOwnReplay(page.request, product, 'BTCUSDT', crashes(60_000, CALM));
  const desk = `${isMobile ? '/mobile/trade' : '/dashboard'}?market=${market}&symbol=BTCUSDT`;
  const receipt = page.getByRole('dialog', { name: 'Почему позиция закрыта?' });
  const line = await Line.of(page);
  await openPosition(page, 'BTCUSDT', '200', 10, market);
  await page.goto(desk);
  const position = positionOf(page, 'BTCUSDT', isMobile);
  await expect(position).toBeVisible();
  // What this browser has told is kept before anything is missed.
  const told = (): Promise<string | undefined> =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('plecho:told-closes:'))?.[1]);
  await expect.poll(told).toContain('"upTo":"0"');

  await line.lose();
  await crash(page, market, 1);
  await expect(position).toBeVisible();
  await expect(receipt).toBeHidden();
  line.find();
  await expect(receipt).toContainText('Ликвидация');
  await expect(receipt).toContainText('−200,00');
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(position).toHaveCount(0);

  await openPosition(page, 'BTCUSDT', '100', 10, market);
  await expect(position).toBeVisible();
  await page.goto('about:blank');
  await crash(page, market, 2);
  await page.goto(desk);
  await expect(receipt).toContainText('Ликвидация');
  await expect(receipt).toContainText('−100,00');
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await page.reload();
  await expect(page.getByText('Нет открытых позиций')).toBeVisible();
  await expect(receipt).toBeHidden();
});
