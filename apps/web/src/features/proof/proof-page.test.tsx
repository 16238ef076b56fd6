import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { formatProof } from '@plecho/proofs';
import { liquidatedLong, TestKey, TestMarket } from '@plecho/proofs/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProofPage } from '@/routes/proof/proof-page.tsx';
import { FakeLogServer, refusal } from './test/fake-log-server.ts';

let search: Record<string, string> = {};
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { push: vi.fn<() => void>() } }),
  useLocation: () => ({ search }),
}));

const { market, trade } = liquidatedLong();
const file = formatProof(await market.prove(trade));
/** Of the same key, with a price that is not in its log. */
const lie = formatProof(
  market.sign({ ...(await market.prove(trade)), trade: { ...trade, exitPrice: '50000.00000000' } }),
);

let server: FakeLogServer;
const json = (body: string): Response => new Response(body, { headers: { 'content-type': 'application/json' } });
/** Files and answers are read in tasks of their own, which no timer waits for. */
const flush = (ms = 0): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await vi.advanceTimersByTimeAsync(turn === 0 ? ms : 0);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

async function show(address: Record<string, string> = {}, retry: number | false = false): Promise<void> {
  search = address;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry } } })}>
      <ProofPage />
    </QueryClientProvider>,
  );
  await flush(10);
}

const choose = async (content: string | Uint8Array<ArrayBuffer>, name = 'plecho-proof-71.json'): Promise<void> => {
  const field = screen.getByLabelText(/^Выберите/);
  fireEvent.change(field, { target: { files: [new File([content], name)] } });
  await flush(10);
  // What was read is drawn when the first is over, and asks for the log then.
  await flush(10);
};
const verdict = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll(/[\u202f\u00a0]/g, ' ');
const step = (title: string): string => {
  const heading = screen.getByRole('heading', { level: 3, name: new RegExp(`^${title}`) });
  return (heading.closest('li')?.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({
    now: 1_795_003_800_000,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  server = new FakeLogServer(market);
  server.proof = () => json(file);
  server.trade = () => Response.json(trade);
  vi.stubGlobal('fetch', server.fetch);
  // As over plain http: what Web Crypto does takes threads that no timer here waits for.
  vi.stubGlobal('crypto', {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('T2 a file is checked in the page', () => {
  it('T2 one that is right: every step with its numbers, and the log since then', async () => {
    await show();
    await choose(file);
    expect(verdict()).toContain('Сделка подтверждена: сервер исполнил её по ценам, записанным для всех');
    expect(verdict()).not.toContain('сверить не с чем');
    for (const title of [
      'Файл',
      'Подпись',
      'Определение рынка',
      'Вход в журнале',
      'Цена в записи',
      'Правило',
      'Итог',
    ]) {
      expect(step(title)).toContain(`${title} сходится`);
    }
    expect(step('Вход в журнале')).toMatch(/№ 6, всего записей 41/);
    expect(step('Цена в записи')).toMatch(/Вход58 680,645 — запись № \d+/);
    expect(step('Правило')).toContain('ликвидация');
    expect(step('Итог')).toContain('100,00 × 10 = 1 000,00');
    expect(step('Итог')).toContain('1 000,00 × (53 055,459 − 58 680,645) / 58 680,645 ≈ −95,861012');
    expect(step('Журнал с тех пор')).toContain('Журнал с тех пор сходится');
    expect(document.body.textContent).toContain('Учебные деньги');
  });

  it('T2 a damaged copy: red, with the step that fails and what to do', async () => {
    await show();
    await choose(file.replace('"leverage": 10', '"leverage": 9'));
    expect(verdict()).toContain(
      'Доказательство не сходится: шаг «Подпись» — файл изменён после того, как его подписали',
    );
    expect(verdict()).toContain('Скачайте доказательство заново');
    expect(step('Итог')).toContain('не проверено');
  });

  it('C3 a lie that the server has signed is evidence against it', async () => {
    await show();
    await choose(lie);
    expect(verdict()).toContain('шаг «Цена в записи»');
    expect(verdict()).toContain('доказательство против сервера');
  });

  it.each([
    ['rubbish', 'hello', 'это не JSON'],
    ['binary rubbish', new Uint8Array([0xff, 0xfe, 0, 1]), 'это не текст'],
    ['another JSON', '{"__proto__":{"a":1}}\n', 'в нём не те поля'],
    ['a mark in front', `\uFEFF${file}`, 'это не JSON'],
    ['one more blank', `${file} `, 'он записан не так'],
  ])('T2 %s is no proof', async (_, content, problem) => {
    await show();
    await choose(content);
    expect(verdict()).toContain('Доказательство не сходится: шаг «Файл»');
    expect(verdict()).toContain(problem);
  });

  it('a file that is larger than any proof is not opened', async () => {
    await show();
    await choose(' '.repeat(1024 * 1024 + 1));
    expect(screen.getByRole('alert').textContent).toContain('Файл больше 1 МБ');
    await choose(file);
    expect(verdict()).toContain('Сделка подтверждена');
  });

  it('without the server: the verdict stands, with the key of the file and a word about it', async () => {
    server.fault = () => Promise.reject(new TypeError('Failed to fetch')) as never;
    await show();
    await choose(file);
    expect(verdict()).toContain('Сделка подтверждена');
    expect(verdict()).toContain('сверить не с чем');
    // Whose log it is nobody knows: there is none to compare it with.
    expect(screen.queryByText('Журнал с тех пор')).toBeNull();
    expect(document.body.textContent).toContain('этот браузер ещё не видел ключа');
  });

  it('T2 the server goes away: that the log was not looked at is said at once, and not after all attempts', async () => {
    await show({}, 3);
    server.fault = () => Promise.reject(new TypeError('Failed to fetch')) as never;
    await choose(file);
    expect(verdict()).toContain('Сделка подтверждена');
    expect(step('Журнал с тех пор')).toContain('сервер сейчас не отвечает');
  });

  it('C3 a file of another key than the one that this browser knows is refused', async () => {
    await show();
    const other = new TestMarket(market.definition, new TestKey('other'));
    other.log.entries.splice(0, 1, ...market.log.entries);
    const { signature: _, ...unsigned } = await market.prove(trade);
    const key = (await other.prove({ ...trade })).key;
    await choose(formatProof(other.sign({ ...unsigned, key })));
    expect(verdict()).toContain('не тем ключом, который этот браузер знает');
  });

  it('C3 a file of another installation is checked with its own key, and is no trade of this server', async () => {
    const origin = market.log.origin.replace('3', '4');
    const foreign = new TestKey('foreign');
    const other = liquidatedLong({ origin }, foreign);
    const theirs = formatProof(await other.market.prove(other.trade));
    await show();
    await choose(theirs);
    expect(verdict()).toContain('Доказательство с другой установки тренажёра: само по себе оно сходится');
    expect(verdict()).not.toContain('Сделка подтверждена');
    expect(verdict()).toContain('Пройдено шагов: 8 из 9');
    expect(step('Установка')).toContain('не сходится');
    expect(step('Итог')).toContain('Итог сходится');
    expect(step('Подпись')).toContain(origin);
    // What others call their market is theirs to say.
    expect(document.body.textContent).not.toContain('Синтетический рынок');
    expect(screen.queryByText('Журнал с тех пор')).toBeNull();
    await choose(theirs.replace('"leverage": 10', '"leverage": 9'), 'plecho-proof-72.json');
    expect(verdict()).toContain('Доказательство не сходится: шаг «Подпись»');
  });

  it('C3 a log that the key of this installation has signed under another name is evidence against it', async () => {
    const forked = liquidatedLong({ origin: market.log.origin.replace('3', '4') });
    await show();
    await choose(formatProof(await forked.market.prove(forked.trade)));
    expect(verdict()).toContain('шаг «Подпись» — подписан другой журнал, а не журнал этого рынка на этой установке');
    expect(verdict()).toContain('доказательство против сервера');
    expect(step('Подпись')).toContain('не сходится');
    expect(step('Итог')).toContain('не проверено');
  });

  it('C3 a key that was handed over since the page was opened is asked for', async () => {
    await show();
    const next = new TestKey('next');
    const renewed = new TestMarket(market.definition, next);
    renewed.log.entries.splice(0, 1, ...market.log.entries);
    const { signature: _, ...unsigned } = await market.prove(trade);
    const place = async (index: bigint): Promise<string> => renewed.log.proof(index);
    const [definition, entry, exit] = await Promise.all([0n, 6n, 31n].map(place));
    const { key } = await renewed.prove(trade);
    server.rotate(market.key, next);
    server.market = renewed;
    await choose(
      formatProof(
        renewed.sign({
          ...unsigned,
          key,
          market: { ...unsigned.market, proof: definition ?? '' },
          entry: { ...unsigned.entry, proof: entry ?? '' },
          exit: { ...unsigned.exit, proof: exit ?? '' },
        }),
      ),
    );
    expect(verdict()).toContain('Сделка подтверждена');
    expect(step('Журнал с тех пор')).toContain('Журнал с тех пор сходится');
    expect(screen.getByRole('region', { name: 'Ключ журнала' }).textContent).toContain('замену подписал прежний ключ');
  });

  it('C2 what nobody has signed, or who knows who, is not repeated', async () => {
    const words = 'Позвоните нам';
    await show();
    await choose(file.replaceAll('"Синтетический рынок"', `"${words}"`));
    expect(verdict()).toContain('не сходится');
    expect(document.body.textContent).not.toContain(words);
    cleanup();
    localStorage.clear();
    server.fault = () => Promise.reject(new TypeError('Failed to fetch')) as never;
    const foreign = liquidatedLong({ market: { ...market.definition.market, label: words } });
    await show();
    await choose(formatProof(await foreign.market.prove(foreign.trade)));
    expect(verdict()).toContain('сверить не с чем');
    expect(document.body.textContent).not.toContain(words);
  });

  it('is dropped, too', async () => {
    await show();
    const place = screen.getByLabelText(/^Выберите/).closest('label');
    if (place === null) throw new Error('no place to drop a file');
    fireEvent.drop(place, { dataTransfer: { files: [new File([file], 'plecho-proof-71.json')] } });
    await flush(10);
    expect(verdict()).toContain('Сделка подтверждена');
  });
});

describe('C3 what a file says is compared with the log of the server', () => {
  it('C3 a log that ends before what the file was signed with is none that has grown', async () => {
    await show();
    const shorter = liquidatedLong().market;
    shorter.log.entries.length -= 2;
    server.market = shorter;
    localStorage.removeItem('plecho:log-seen');
    await choose(file);
    await flush(3_000);
    await flush(10);
    expect(verdict()).toContain('Сделка подтверждена');
    expect(step('Журнал с тех пор')).toContain('не сходится');
    const found = screen.getByRole('region', { name: 'Найдено противоречие' });
    expect(found.textContent).toContain('Журнал стал короче');
  });

  it('C3 the log was rewritten since: the file stands, and the alarm is raised with what the server had signed', async () => {
    await show();
    server.market = liquidatedLong().market;
    server.market.log.entries[3]?.set([7], 9);
    localStorage.removeItem('plecho:log-seen');
    await choose(file);
    expect(step('Журнал с тех пор')).toContain('не сходится');
    const found = screen.getByRole('region', { name: 'Найдено противоречие' });
    expect(found.textContent).toContain(market.log.checkpoint());
  });
});

describe('C3 the proof that the server sends is that of the trade that was asked for', () => {
  it('C3 is confirmed together with what the screens show of it', async () => {
    await show({ trade: '71' });
    expect(verdict()).toContain('Сделка подтверждена');
    expect(verdict()).toContain('Пройдено шагов: 9 из 9');
    expect(step('Та самая сделка')).toContain('Та самая сделка сходится');
    expect(server.asked).toContain('/api/trading/trades/71?market=main');
  });

  it.each([
    ['of another trade', { trade: '72' }, 'другой сделки: № 71 рынка «main»'],
    ['of another market', { trade: '71', market: 'other' }, 'другой сделки: № 71 рынка «main»'],
  ])('C3 is refused where it is that %s', async (_, address, words) => {
    await show(address);
    expect(verdict()).toContain('Доказательство не сходится: шаг «Та самая сделка»');
    expect(verdict()).toContain(words);
    expect(verdict()).not.toContain('Сделка подтверждена');
    expect(step('Та самая сделка')).toContain('не сходится');
  });

  it.each([
    ['exitPrice', '53055.45800000', 'цена выхода'],
    ['pnl', '-95.861011', 'PnL'],
    ['fee', '4.138987', 'комиссия'],
    ['reason', 'user', 'причина закрытия'],
  ])('C3 is refused where the screens show another %s', async (name, value, words) => {
    server.trade = () => Response.json({ ...trade, [name]: value });
    await show({ trade: '71' });
    expect(verdict()).toContain('Доказательство не сходится: шаг «Та самая сделка»');
    expect(verdict()).toContain(`в разборе сделки и в доказательстве разное: ${words}.`);
    expect(verdict()).toContain('доказательство против сервера');
  });

  it('C3 has no verdict before it is known what the screens show; where the server does not say, that is said', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.trade = () => promise as never;
    await show({ trade: '71' });
    expect(verdict()).not.toContain('Сделка подтверждена');
    resolve(refusal('internal', 500));
    await flush(10);
    await flush(10);
    expect(verdict()).toContain('Сделка подтверждена');
    expect(step('Та самая сделка')).toContain('Не сверялось: сервер не показал саму сделку');
  });

  it('C3 is not compared where the file itself is wrong', async () => {
    server.proof = () => json(lie);
    await show({ trade: '71' });
    expect(verdict()).toContain('шаг «Цена в записи»');
    expect(step('Та самая сделка')).toContain('не пройден шаг выше');
  });
});

describe('C3 the proof of one’s own trade', () => {
  it('C3 is fetched, waited for while it is not in the log, checked, and kept as a file', async () => {
    let isThere = false;
    server.proof = () => (isThere ? json(file) : refusal('proof_pending', 409));
    await show({ trade: '71', market: 'main' });
    expect(verdict()).toContain('Запись войдёт в журнал через несколько секунд');
    isThere = true;
    await flush(2_000);
    expect(verdict()).toContain('Сделка подтверждена');
    expect(server.asked).toContain('/api/trading/trades/71/proof?market=main');
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (made.push(blob as Blob), 'blob:proof'));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Скачать файл' }));
    expect(await made[0]?.text()).toBe(file);
    expect(click).toHaveBeenCalledOnce();
  });

  it.each([
    ['unauthorized', 401, 'Войдите, чтобы получить доказательство'],
    ['trade_not_found', 404, 'Такой сделки у вас нет'],
    ['proof_unavailable', 404, 'У этой сделки нет доказательства'],
    ['internal', 500, 'Не удалось получить доказательство'],
  ])('%s is said in words', async (code, status, words) => {
    server.proof = () => refusal(code, status);
    await show({ trade: '71' });
    expect(document.body.textContent).toContain(words);
  });
});

describe('C3 the key and the logs', () => {
  it('a server that answers without the log is not said to be silent', async () => {
    await show();
    cleanup();
    server.fault = () => refusal('unknown_market', 404);
    await show();
    const logs = screen.getByRole('region', { name: 'Один журнал на всех' });
    expect(logs.textContent).toContain('не показывает этот журнал: здесь последнее, что видел этот браузер');
  });

  it('C3 the key is shown with a fingerprint to compare, and the log as a line', async () => {
    await show();
    const key = screen.getByRole('region', { name: 'Ключ журнала' });
    expect(key.textContent).toContain('видит ключ впервые');
    expect(within(key).getByText(/^[0-9a-f]{64}$/)).toBeDefined();
    const logs = screen.getByRole('region', { name: 'Один журнал на всех' });
    expect(logs.textContent).toMatch(/plecho\.log\/[0-9a-f-]{36}\/main 41 [A-Za-z0-9+/]{43}=/);
  });

  it('C3 a changed key is red, stays red after a reload, and nothing closes it', async () => {
    await show();
    cleanup();
    server.rotate(market.key, new TestKey('next'), false);
    for (let visit = 0; visit < 2; visit += 1) {
      await show();
      const found = screen.getByRole('region', { name: 'Найдено противоречие' });
      expect(found.textContent).toContain('прежний ключ эту замену не подписал');
      expect(within(found).queryByRole('button', { name: /закрыть|скрыть/i })).toBeNull();
      cleanup();
    }
  });
});
