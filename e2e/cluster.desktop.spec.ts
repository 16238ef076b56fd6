import { CLOSE_SIGNED_OUT } from '../packages/contract/src/stream-keys.ts';
import { startCluster, type Cluster } from '../tools/product/cluster.ts';
import { newDataDir } from '../tools/product/process.ts';
import { newKey } from '../tools/product/request-key.ts';
import { pointing } from './support/hands.ts';
import { wholeJourney } from './support/journey.ts';
import { MONEY_JOURNEY } from './support/money-journey.ts';
import { enterArea, makeOperator } from './support/operator.ts';
import { holdReplay } from './support/replay.ts';
import { expect, newPerson, signUp, tidyTest, type Person } from './support/test.ts';
import { expectToMove, fillAmount } from './support/trading.ts';

/** A check of every stream's session, which would find the end too, comes every 30 s. */
const TOLD_MS = 25_000;

/** The product as six processes behind a load balancer, started once for all tests of this file. */
const test = tidyTest.extend<{ person: Person }, { cluster: Cluster }>({
  cluster: [
    async ({}, use) => {
      const data = newDataDir();
      const cluster = await startCluster(data.path, { env: { MARKET_SEED: 'e2e' } });
      await use(cluster);
      await cluster.stop();
      data.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ cluster }, use) => use(cluster.url),
  person: async ({ page, cluster }, use) => {
    const person = newPerson();
    await signUp(page, cluster, person);
    await use(person);
  },
});

const edgesOf = ({ processes }: Cluster): string[] =>
  processes.filter(({ role }) => role === 'edge').map(({ url }) => url);

test('the whole journey through the load balancer, whichever edge answers', async ({ page }) => {
  await wholeJourney(page, pointing, newPerson(), {
    findPair: async () => {
      await page.getByRole('combobox', { name: 'Поиск пары' }).fill('ethus');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.getByRole('option').click();
      await expectToMove(page.getByRole('option', { name: /^ETHUSDT/ }));
    },
    goTo: (section) => page.getByRole('banner').getByRole('link', { name: section, exact: true }).click(),
  });
});

for (const [what, part] of MONEY_JOURNEY) {
  test(`practice money through the load balancer: ${what}`, async ({ page, person }) => {
    expect(person.phone).toMatch(/^\+7/);
    await part(page);
  });
}

test('S1 L6 a session and a key hold on every edge, and a sign-out everywhere ends the streams of all of them', async ({
  page,
  context,
  cluster,
}) => {
  // A cookie is the host's, whatever the port: one browser is signed in on all edges.
  const [first = '', second = '', third = ''] = edgesOf(cluster);
  const { phone, password } = newPerson();
  await signUp(page, { url: first }, { phone, password });
  const key = newKey();
  const ids: string[] = [];
  for (const edge of [second, third]) {
    const answer = await page.request.post(`${edge}/api/trading/positions`, {
      data: { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2 },
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': key },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    ids.push(((await answer.json()) as { id: string }).id);
  }
  expect(ids[0]).toBe(ids[1]);

  const shown = await Promise.all(
    [first, second, third].map(async (edge) => {
      const there = await context.newPage();
      await there.goto(`${edge}/dashboard`);
      await expect(there.getByRole('button', { name: 'Закрыть позицию BTCUSDT' })).toBeVisible();
      const stream = await there.evaluateHandle(
        () =>
          new Promise<WebSocket>((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/api/stream`);
            socket.addEventListener('open', () => resolve(socket));
          }),
      );
      return { there, stream };
    }),
  );
  const codes = Promise.all(
    shown.map(({ stream }) =>
      stream.evaluate(
        (socket) =>
          new Promise<number>((resolve) => {
            socket.addEventListener('close', ({ code }) => resolve(code));
          }),
      ),
    ),
  );
  await page.goto(`${third}/account`);
  await page.getByRole('button', { name: 'Выйти на всех устройствах' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти везде' }).click();
  const late = new Promise<string>((resolve) => setTimeout(resolve, TOLD_MS, 'not told'));
  expect(await Promise.race([codes, late])).toEqual([CLOSE_SIGNED_OUT, CLOSE_SIGNED_OUT, CLOSE_SIGNED_OUT]);
  for (const { there } of shown) await expect(there).toHaveURL(/\/login/);
});

test('a replay of one’s own is held from one edge and seen on another', async ({ page, person, context, cluster }) => {
  expect(person.phone).toMatch(/^\+7/);
  const market = await holdReplay(page.request);
  const [first = '', second = ''] = edgesOf(cluster);
  const elsewhere = await context.newPage();
  const bars = await Promise.all(
    [page, elsewhere].map(async (each, n) => {
      await each.goto(`${n === 0 ? first : second}/dashboard?market=${market}`);
      const bar = each.getByRole('region', { name: 'Управление повтором' });
      await expect(bar.getByText('На паузе')).toBeVisible();
      return bar;
    }),
  );
  await bars[0]?.getByRole('button', { name: 'Дальше' }).click();
  for (const bar of bars) await expect(bar.getByText('Повтор идёт')).toBeVisible();
  await fillAmount(page, '100');
  await page.getByRole('button', { name: 'Открыть Long' }).click();
  await expect(elsewhere.getByRole('button', { name: /^Закрыть позицию/ })).toBeVisible();
});

test('operators see every process of the installation', async ({ page, person, cluster }) => {
  await enterArea(page, await makeOperator(cluster, person.phone));
  await page.getByRole('link', { name: 'Health' }).click();
  const processes = page.getByRole('group', { name: 'Processes' }).getByRole('row');
  await expect(processes).toHaveCount(1 + cluster.processes.length);
  await expect(processes.filter({ hasText: 'Running' })).toHaveCount(cluster.processes.length);
  for (const [role, count] of Object.entries({ engine: 2, jobs: 1, edge: 3 })) {
    await expect(processes.filter({ has: page.getByRole('cell', { name: role, exact: true }) })).toHaveCount(count);
  }
});
