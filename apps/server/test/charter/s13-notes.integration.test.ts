import { beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/lib/logger.ts';
import { useDatabase } from '../harness/database.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../support/operator.ts';
import { useServer, type Answer, type Person } from '../support/server.ts';
import { describedRoutes, type Described } from './api-fields.ts';
import { CANARIES } from './canaries.ts';
import { readEverything, storedValues } from './reading.ts';
import { makeWorld, type World } from './valid-requests.ts';

const database = useDatabase();
const log: string[] = [];
const server = useServer(database, { log: createLogger('trace', { write: (line: string) => void log.push(line) }) });

const WORDS = 'Канарейка о своём';
const TAG = 'канареечная метка';
/** Everything that may be written in no other place at all. */
const TEXT = `${WORDS}: ${Object.values(CANARIES).join(' · ')}`;
/** What carries a note, each for its owner alone. */
const CARRIERS = ['GET /api/trading/trades', 'GET /api/trading/trades/{id}', 'GET /api/trading/tags'];
const speaks = (text: string): boolean => /канаре/i.test(text);

let operator: Operator;
let world: World;

const keep = (person: Person, body: object): Promise<Answer> =>
  person.put(`/trading/trades/${world.trade}/note`, { text: TEXT, tags: [TAG], version: 0, ...body });

beforeAll(async () => {
  await setOperatorSecret(database);
  server.feed.tick('BTCUSDT', '100');
  operator = await steppedUpOperator(database, server);
  world = await makeWorld(server);
  expect((await keep(world.person, {})).status).toBe(200);
});

describe('S13 C1 C4 a note, the one free text of the product', () => {
  it('is read by its owner where it belongs, and there alone', async () => {
    for (const carrier of CARRIERS) {
      const only = (route: Described): boolean => route.name === carrier;
      expect(speaks(await readEverything(server, world.person, world, only)), carrier).toBe(true);
    }
    const others = (route: Described): boolean => !CARRIERS.includes(route.name);
    expect((await describedRoutes()).filter(others).length).toBeGreaterThan(45);
    expect(speaks(await readEverything(server, world.person, world, others))).toBe(false);
  });

  it('is read by no operator, nobody else and no stranger, on any route', async () => {
    const somebody = await makeWorld(server);
    for (const reader of [operator, somebody.person, server.stranger()]) {
      expect(speaks(await readEverything(server, reader, world))).toBe(false);
    }
    const { body } = await somebody.person.get('/trading/trades?tag=1');
    expect(body['items']).toEqual([]);
    expect((await somebody.person.get('/trading/tags')).body['items']).toEqual([]);
  });

  it('is changed by nobody else', async () => {
    const somebody = await makeWorld(server);
    for (const other of [operator, somebody.person]) {
      for (const version of [0, 1]) {
        const { status, body } = await keep(other, { text: 'чужое', version });
        expect([status, body['code']]).toEqual([404, 'trade_not_found']);
      }
    }
    expect((await server.stranger().put(`/trading/trades/${world.trade}/note`, {})).status).toBe(401);
    const { body } = await world.person.get(`/trading/trades/${world.trade}`);
    expect(body['note']).toMatchObject({ text: TEXT, tags: [TAG], version: 1 });
  });

  it('is kept in two columns that the application can’t read, and nowhere else', async () => {
    const places = new Set<string>();
    for await (const { place, text } of storedValues(database)) if (speaks(text)) places.add(place);
    expect([...places].sort()).toEqual(['trade_notes.text', 'trade_tags.tag']);
    for (const text of [
      ...['SELECT text FROM trade_notes', 'SELECT tag FROM trade_tags', 'SELECT count(*) FROM trade_notes'],
      ...["UPDATE trade_notes SET text = ''", 'DELETE FROM trade_tags', "SELECT trade_tag_words(1, '{1}')"],
    ]) {
      await expect(database.pool.query(text), text).rejects.toThrow('permission denied');
    }
    const { rows } = await database.pool.query('SELECT * FROM trade_notes_of($1, $2)', [1, [world.trade]]);
    expect(rows).toEqual([]);
  });

  it('is in no refusal and in no log, whatever goes wrong', async () => {
    const answers: Answer[] = [];
    answers.push(await keep(world.person, { version: 7, text: `${TEXT} иначе` }));
    answers.push(await keep(world.person, { version: 1, text: WORDS.repeat(150) }));
    answers.push(await keep(world.person, { version: 1, tags: [`${TAG}!`] }));
    answers.push(await keep(world.person, { version: 1, tags: TAG }));
    answers.push(await keep(world.person, { version: 1, [TAG]: TEXT }));
    answers.push(await world.person.get(`/trading/trades?tag=${encodeURIComponent(TAG)}`));
    await database.owner.query('ALTER TABLE trade_notes ADD CONSTRAINT broken CHECK (length(text) < 3) NOT VALID');
    answers.push(await keep(world.person, { version: 1, text: `${TEXT} и ещё` }));
    await database.owner.query('ALTER TABLE trade_notes DROP CONSTRAINT broken');
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [409, 'note_changed'],
      [400, 'invalid_request'],
      [400, 'invalid_tag'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [500, 'internal'],
    ]);
    // What is not known is named, as a name that there is not.
    const [quoted] = answers.splice(4, 1);
    expect(quoted?.response.body).not.toContain(WORDS);
    expect(speaks(answers.map(({ response }) => response.body).join('\n'))).toBe(false);
    expect(log.join('\n')).toContain('trade_notes');
    expect(speaks(log.join('\n'))).toBe(false);
  });
});
