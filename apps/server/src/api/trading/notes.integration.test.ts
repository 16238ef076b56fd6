import { note, tagList, tradeList, type Note } from '@plecho/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { useServer, type Answer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);

async function closed(person: Person, market = 'main'): Promise<string> {
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
  const { body } = await person.post(`/trading/positions?market=${market}`, order);
  const answer = await person.delete(`/trading/positions/${String(body['id'])}?market=${market}`);
  return String(answer.body['id']);
}

const put = (person: Person, trade: string, body: object): Promise<Answer> =>
  person.put(`/trading/trades/${trade}/note`, { text: '', tags: [], version: 0, ...body });

async function kept(person: Person, trade: string, body: object): Promise<Note> {
  const answer = await put(person, trade, body);
  expect(answer.status, answer.response.body).toBe(200);
  return note.parse(answer.body);
}

const listed = async (person: Person, query: string): Promise<[string, Note | null][]> =>
  tradeList
    .parse((await person.get(`/trading/trades?${query}`)).body)
    .items.map((item): [string, Note | null] => [item.id, item.note]);

const tags = async (person: Person): Promise<[number, string, number][]> =>
  tagList
    .parse((await person.get('/trading/tags')).body)
    .items.map(({ number, tag, trades }): [number, string, number] => [number, tag, trades]);

let person: Person;
let first: string;
let second: string;

beforeAll(async () => {
  server.feed.tick('BTCUSDT', '100');
  person = await server.register();
  first = await closed(person);
  second = await closed(person);
});

describe('S13 notes', () => {
  it('are kept, shown with the trade, found by the filters, and taken away', async () => {
    const written = await kept(person, first, { text: 'Вошёл рано\u202E.\r\n', tags: ['Пробой', 'стоп'] });
    expect(written).toMatchObject({ text: 'Вошёл рано.', tags: ['пробой', 'стоп'], version: 1 });
    await kept(person, second, { tags: ['стоп'] });
    expect(await tags(person)).toEqual([
      [1, 'пробой', 1],
      [2, 'стоп', 2],
    ]);
    expect((await listed(person, '')).map(([id, found]) => [id, found?.version])).toEqual([
      [second, 1],
      [first, 1],
    ]);
    expect(await listed(person, 'tag=1')).toEqual([[first, written]]);
    expect((await listed(person, 'noted=true&tag=2')).map(([id]) => id)).toEqual([second, first]);
    expect((await person.get('/trading/trades?noted=yes')).status).toBe(400);
    expect((await person.get('/trading/trades?tag=21')).status).toBe(400);

    expect(await kept(person, first, { version: 1 })).toMatchObject({ text: '', tags: [], version: 2 });
    expect((await listed(person, 'noted=true')).map(([id]) => id)).toEqual([second]);
    expect(await tags(person)).toEqual([[2, 'стоп', 1]]);
    await kept(person, first, { version: 2, tags: ['новая'] });
    expect(await tags(person)).toEqual([
      [1, 'новая', 1],
      [2, 'стоп', 1],
    ]);
  });

  it('of two windows lose nothing: the second is told, a repetition is not', async () => {
    const own = await server.register();
    const trade = await closed(own);
    const answers = await Promise.all(['одно', 'другое'].map((text) => put(own, trade, { text })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const text = answers.find(({ status }) => status === 200)?.body['text'];
    // The answer was lost on its way, so it is sent again.
    expect(await kept(own, trade, { text })).toMatchObject({ text, version: 1 });
    expect((await put(own, trade, { text: 'третье' })).body['code']).toBe('note_changed');
    expect(await kept(own, trade, { text: 'третье', version: 1 })).toMatchObject({ text: 'третье', version: 2 });
    expect((await put(own, trade, { text: 'четвёртое', version: 9 })).body['code']).toBe('note_changed');
  });

  it('have 20 tags of one’s own in all, whatever comes at once', async () => {
    const own = await server.register();
    const [one, other] = [await closed(own), await closed(own)];
    const many = Array.from({ length: 19 }, (_, n) => `метка ${n}`);
    await kept(own, one, { tags: many });
    const answers = await Promise.all([
      put(own, one, { tags: [...many, 'двадцатая'], version: 1 }),
      put(own, other, { tags: ['двадцать первая'] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('too_many_tags');
    expect(await tags(own)).toHaveLength(20);
    // A note gives back what it alone had.
    const left = (await listed(own, '')).find(([id]) => id === one)?.[1];
    await kept(own, one, { tags: ['одна'], version: left?.version });
    expect((await tags(own)).map(([, tag]) => tag)).toContain('одна');
    expect((await put(own, one, { tags: [...many, 'а', 'б'], version: 9 })).status).toBe(400);
  });

  it('belong to trades of one’s own that there are', async () => {
    for (const trade of ['0', '999999999', 'x', '9'.repeat(19)]) {
      const { status, body } = await put(person, trade, { text: 'a' });
      expect([status, body['code']]).toEqual([404, 'trade_not_found']);
    }
    expect((await person.put(`/trading/trades/${first}/note?market=none`, {})).status).toBe(400);
    expect((await put(person, first, { version: -1 })).status).toBe(400);
  });
});
