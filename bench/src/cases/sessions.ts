import { once } from 'node:events';
import type { ReplaySession, ReplaySessionList } from '@plecho/contract';
import { WebSocket } from 'ws';
import { connectClient } from '../../../apps/server/src/storage/connection.ts';
import { startEmbedded } from '../../../apps/server/src/storage/embedded/embedded.ts';
import { freePort, startProduct, type Product } from '../../../tools/product/process.ts';
import { databaseCpu } from '../lib/database-cpu.ts';
import { heldMemory, inspectable } from '../lib/inspector.ts';
import { round, type Result } from '../lib/result.ts';
import { openWorkshop, seedPeople } from '../lib/seed.ts';
import { cpuOver, metric, productCpu, seconds, waitUntilQuiet } from '../lib/server-figures.ts';
import { secretOf } from '../lib/session-secret.ts';

const SESSIONS = 200;
const SPEED = 60;
/** As many as may play at once. */
const OF_ONE = 3;
const PEOPLE = Math.ceil(SESSIONS / OF_ONE);
const SECONDS = 20;
const CALM_SECONDS = 3;
/** Part of the speed that every session has to keep: a process that is too busy lets its replays fall behind. */
const KEPT_SPEED = 0.95;
const MEGABYTE = 2 ** 20;

/** 200 personal replays at 60x, each of them watched: what they cost beyond the market that runs anyway. */
export async function measureSessions(dataDir: string): Promise<Result[]> {
  const workshop = await openWorkshop(dataDir);
  await seedPeople(workshop, PEOPLE);
  await workshop.close();
  const inspectPort = await freePort();
  const product = await startProduct(dataDir, { NODE_OPTIONS: inspectable(inspectPort).join(' ') });
  try {
    // The recordings are made when somebody asks for the first time.
    await ask(product, 0, 'GET', '/api/replays/datasets');
    await waitUntilQuiet(product);
    return await measure(product, inspectPort);
  } finally {
    await product.stop();
  }
}

async function measure(product: Product, inspectPort: number): Promise<Result[]> {
  const idle = await cpuIn(product);
  const memoryBefore = await heldMemory(inspectPort);
  const connectionsBefore = await writingConnections(product.dataDir);
  const sockets = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => startSome(product, n)));
  await seconds(CALM_SECONDS);
  const [from, startedAt] = [await playheads(product), performance.now()];
  const share = ((await cpuIn(product)) - idle) / SECONDS;
  const [to, passed] = [await playheads(product), performance.now() - startedAt];
  const connections = (await writingConnections(product.dataDir)) - connectionsBefore;
  const memory = ((await heldMemory(inspectPort)) - memoryBefore) / SESSIONS / MEGABYTE;
  const playing = await metric(product, 'plecho_replay_sessions{state="playing"}');
  for (const socket of sockets) socket.terminate();
  const slowest = Math.min(...[...to].map(([market, at]) => at - (from.get(market) ?? at))) / passed;
  if (playing !== SESSIONS || slowest < KEPT_SPEED * SPEED) {
    throw new Error(`${playing} of ${SESSIONS} play, the slowest at ${round(slowest)}x`);
  }
  const absolute = { ceiling: null, ratio: null };
  const note = `${SESSIONS} sessions of one pair, ${OF_ONE} of a person, each shown by a stream, beyond the synthetic market`;
  return [
    {
      ...{ name: '200 personal replays at 60x: CPU', value: round(share), unit: 'cores', ...absolute },
      ...{ target: '< 1', met: share < 1 },
      note: `${note}; the server and PostgreSQL over ${SECONDS} s, in which the slowest played at ${round(slowest, 1)}x`,
    },
    {
      ...{ name: '200 personal replays at 60x: connections of PostgreSQL', value: connections, unit: '', ...absolute },
      ...{ target: '≤ 4', met: connections <= 4 },
      note: `${note}; those that hold their locks and write for them: requests take theirs from one pool, whatever they are about`,
    },
    {
      ...{ name: 'memory of a personal replay that plays', value: round(memory), unit: 'MB', ...absolute },
      ...{ target: '< 1 MB', met: memory < 1, note: `${note}; heap and external memory after a forced collection` },
    },
  ];
}

/** CPU seconds of the server and its database over the time of a measurement. */
const cpuIn = (product: Product): Promise<number> =>
  cpuOver(SECONDS, async () => (await productCpu(product)) + databaseCpu(product.dataDir));

/** A stream that shows the sessions that a person has started. */
async function startSome(product: Product, person: number): Promise<WebSocket> {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/stream`, {
    headers: { cookie: `plecho=${secretOf(person)}`, origin: product.url },
  });
  await once(socket, 'open');
  for (let n = person * OF_ONE; n < Math.min(SESSIONS, (person + 1) * OF_ONE); n += 1) {
    const wanted = { dataset: 'trend', symbols: ['BTCUSDT'], speed: SPEED, masked: false };
    const { market } = await ask<ReplaySession>(product, person, 'POST', '/api/replays/sessions', wanted);
    socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'tickers', market } }));
  }
  return socket;
}

/** Where each session stands, by its market, ms. */
async function playheads(product: Product): Promise<Map<string, number>> {
  const lists = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => ask<ReplaySessionList>(product, n, 'GET', '/api/replays/sessions')),
  );
  return new Map(lists.flatMap(({ items }) => items.map(({ market, playhead }) => [market, playhead])));
}

async function ask<T>(product: Product, person: number, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      ...{ origin: product.url, cookie: `plecho=${secretOf(person)}` },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** How many connections hold locks of markets. */
async function writingConnections(dataDir: string): Promise<number> {
  const database = await startEmbedded(dataDir);
  const owner = await connectClient({ connectionString: database.url });
  try {
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::integer AS count FROM pg_locks WHERE locktype = 'advisory'`,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await owner.end();
    await database.release();
  }
}
