import type { TestDatabase } from '../harness/database.ts';
import type { Answer, Person, TestServer } from '../support/server.ts';
import { describedRoutes, type Described } from './api-fields.ts';
import { canariesIn } from './canaries.ts';
import { VALID, type ValidRequest, type World } from './valid-requests.ts';

/** Sends a request of a described route. */
export function ask(route: Described, request: ValidRequest, person: Person): Promise<Answer> {
  let url = route.path.replace('/api', '');
  for (const [name, value] of Object.entries(request.path ?? {}))
    url = url.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(request.query).toString();
  const { body, bytes, header = {} } = request;
  return person.ask(route.method, query === '' ? url : `${url}?${query}`, bytes ?? body, {
    headers: bytes === undefined ? header : { 'content-type': 'application/octet-stream', ...header },
  });
}

/** Everything that is stored as anything, by table and column. */
export async function* storedValues({ target, owner }: TestDatabase): AsyncGenerator<{ place: string; text: string }> {
  const { schema } = target;
  const { rows: tables } = await owner.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${schema}.${name} t`,
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (value !== null)
          yield { place: `${name}.${column}`, text: typeof value === 'string' ? value : JSON.stringify(value) };
      }
    }
  }
}

/** Where canaries are stored. */
export async function placesOfCanaries(database: TestDatabase): Promise<Record<string, string[]>> {
  const places: Record<string, Set<string>> = {};
  for await (const { place, text } of storedValues(database)) {
    for (const canary of canariesIn(text)) (places[place] ??= new Set()).add(canary);
  }
  return Object.fromEntries(Object.entries(places).map(([place, names]) => [place, [...names]]));
}

/** Everything that somebody can read here, whoever wrote it. @param isRead of which routes */
export async function readEverything(
  server: TestServer,
  person: Person,
  world: World,
  isRead: (route: Described) => boolean = () => true,
): Promise<string> {
  const texts: string[] = [];
  for (const route of await describedRoutes()) {
    if (route.method !== 'GET' || route.path.includes('metrics') || !isRead(route)) continue;
    const request = (await VALID[route.name]?.(world, server)) ?? {};
    texts.push((await ask(route, { ...request, query: withoutFilters(request) }, person)).response.body);
  }
  return texts.join('\n');
}

const withoutFilters = ({ query = {} }: ValidRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => /^(symbol|interval|phone|q|market)$/.test(name)));
