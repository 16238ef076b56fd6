import { StandInExchange } from '../tools/exchange/exchange.ts';
import { synthetic } from '../tools/exchange/minutes.ts';
import { ExchangeServer } from '../tools/exchange/server.ts';
import { newDataDir, startProduct } from '../tools/product/process.ts';
import { systemClock } from '../apps/server/src/lib/clock.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';
import { fillAmount, positionOf } from './support/trading.ts';

const STALE = /Цена устарела/;
const REFUSAL = 'Текущая цена недоступна. Подождите обновления рынка.';
/** The feed notices the silence, connects anew and asks for what it has missed. */
const PATIENCE_MS = 90_000;
const DAY = 86_400;

test('C2 E4 the prices of an exchange are traded, an outage is said and fills nobody, and trade goes on after it', async ({
  page,
  isMobile,
}) => {
  const exchange = new StandInExchange({
    clock: systemClock,
    minutes: synthetic('e2e', 3, Math.floor(Date.now() / 1000) - 2 * DAY),
  });
  const server = new ExchangeServer(exchange);
  const host = `127.0.0.1:${await server.listen()}`;
  const data = newDataDir();
  const env = { MARKETS: 'binance', BINANCE_REST_URL: `http://${host}`, BINANCE_STREAM_URL: `ws://${host}` };
  const product = await startProduct(data.path, env);
  try {
    await signUp(page, product, newPerson());
    await page.goto(`${product.url}${isMobile ? '/mobile/trade?symbol=BTCUSDT' : '/dashboard'}`);
    // Prices from any other host than the exchange's own never bear its name.
    await expect(page.getByText('Подставная биржа').first()).toBeVisible();
    await expect(page.getByText('Биржа: Binance')).toHaveCount(0);
    if (isMobile) await page.getByRole('button', { name: 'Новая позиция Long' }).click();
    await fillAmount(page, '100');
    await page.getByRole('button', { name: /^Открыть Long/ }).click();
    const position = positionOf(page, 'BTCUSDT', isMobile);
    await expect(position).toBeVisible();

    exchange.setFaults({ frozen: true });
    await expect(page.getByText(STALE).first()).toBeVisible({ timeout: PATIENCE_MS });
    // On a phone something is always under one of the bars, and counts as too small to be touched.
    if (!isMobile) {
      await expect(page.getByText(REFUSAL).first()).toBeVisible();
      await expectAccessible(page, 'prices that are stale');
    }
    exchange.setFaults({ frozen: false });
    await expect(page.getByText(STALE)).toHaveCount(0, { timeout: PATIENCE_MS });

    await page.getByRole('button', { name: 'Закрыть позицию BTCUSDT' }).click();
    await expect(page.getByRole('heading', { name: 'Почему позиция закрыта?' })).toBeVisible();
    await expect(page.getByText(/Вы закрыли позицию сами/)).toBeVisible();
  } finally {
    await product.stop();
    await server.close();
    data.remove();
  }
});
