import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CLOSE_CHANGED, CLOSE_SIGNED_OUT } from '@plecho/contract';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useDatabase } from '../../../test/harness/database.ts';
import {
  OPERATOR_SECRET,
  registerOperator,
  setOperatorSecret,
  steppedUpOperator,
} from '../../../test/support/operator.ts';
import { PASSWORD, TOLD_MS, useServer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);
const sockets: WebSocket[] = [];
let port: number;

beforeAll(async () => {
  await setOperatorSecret(database);
  await server.context.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.context.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

async function openStream(person: Person): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
    headers: { cookie: person.cookie ?? '', origin: `http://127.0.0.1:${port}` },
  });
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
}

/** @returns the code that the stream is closed with after `act`, and how long that took */
async function closing(socket: WebSocket, act: () => Promise<unknown>): Promise<{ code: number; ms: number }> {
  const closed = once(socket, 'close');
  await act();
  const since = Date.now();
  const [code] = (await closed) as [number];
  return { code, ms: Date.now() - since };
}

it('S1 a role that is given or taken closes open streams at once', async () => {
  const operator = await registerOperator(database, server);
  for (const role of ['user', 'operator']) {
    const socket = await openStream(operator);
    const { code, ms } = await closing(socket, () =>
      database.owner.query('UPDATE users SET role = $2 WHERE phone = $1', [operator.phone, role]),
    );
    expect(code).toBe(CLOSE_CHANGED);
    expect(ms).toBeLessThan(TOLD_MS);
  }
});

it('S1 a block, an unblocking and signing out by an operator close open streams at once, and no others', async () => {
  const [person, bystander] = [await server.register(), await server.register()];
  const operator = await steppedUpOperator(database, server);
  const other = await openStream(bystander);
  const { phone } = person;
  const block = (blocked: boolean) => () => operator.post('/admin/user/block', { phone, blocked, reason: 'conduct' });
  const acts = [
    { act: block(true), code: CLOSE_CHANGED },
    { act: block(false), code: CLOSE_CHANGED },
    { act: () => operator.post('/admin/user/sign-out', { phone }), code: CLOSE_SIGNED_OUT },
  ];
  for (const { act, code } of acts) {
    const ended = await closing(await openStream(person), act);
    expect(ended.code).toBe(code);
    expect(ended.ms).toBeLessThan(TOLD_MS);
  }
  expect(other.readyState).toBe(WebSocket.OPEN);
});

it('S1 a step-up closes the streams of the old secret at once; the owner comes back with the new one', async () => {
  const operator = await registerOperator(database, server);
  const other = server.stranger();
  await other.post('/auth/login', { phone: operator.phone, password: PASSWORD });
  const [first, second, elsewhere] = [await openStream(operator), await openStream(operator), await openStream(other)];
  const before = operator.cookie;
  const closed = once(second, 'close');
  const { code, ms } = await closing(first, () => operator.post('/admin/step-up', { secret: OPERATOR_SECRET }));
  expect(code).toBe(CLOSE_CHANGED);
  expect(ms).toBeLessThan(TOLD_MS);
  expect((await closed)[0]).toBe(CLOSE_CHANGED);
  const reopened = await openStream(operator);
  expect([reopened.readyState, elsewhere.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  const thief = server.stranger();
  thief.cookie = before;
  await expect(openStream(thief)).rejects.toThrow('401');
});
