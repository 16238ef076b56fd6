import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serverMessage, type DepositAddress, type PaymentsData, type ServerMessage } from '@plecho/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useDatabase } from '../../test/harness/database.ts';
import { JumpingClock } from '../../test/support/jumping-clock.ts';
import { until, useServer, type Person } from '../../test/support/server.ts';

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });
const sockets: WebSocket[] = [];
let port: number;

beforeAll(async () => {
  await server.context.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.context.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

async function listen(person: Person, market = 'main'): Promise<ServerMessage[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
    headers: { cookie: person.cookie ?? '', origin: `http://127.0.0.1:${port}` },
  });
  sockets.push(socket);
  const messages: ServerMessage[] = [];
  socket.on('message', (data: Buffer) => messages.push(serverMessage.parse(JSON.parse(data.toString()))));
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'payments', market } }));
  return messages;
}

function newest(messages: ServerMessage[]): PaymentsData | undefined {
  const found = messages.findLast((message) => message.type === 'payments');
  return found?.type === 'payments' ? found.data : undefined;
}

describe('practice money on the stream', () => {
  it('shows a deposit from the wallet to the account, as it happens', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const [messages, others] = [await listen(person), await listen(other)];
    await until(() => newest(messages) !== undefined && newest(others) !== undefined);
    const onBsc = (): { balance: string; incoming: string } | undefined =>
      newest(messages)?.wallet.find(({ asset, network }) => asset === 'USDT' && network === 'bsc');
    expect(newest(messages)).toMatchObject({ operations: [] });
    expect(newest(messages)?.wallet).toHaveLength(10);
    expect(onBsc()?.balance).toBe('3000');

    const { body } = await person.get('/payments/deposit-addresses?asset=USDT');
    const [{ address } = { address: '' }] = body['items'] as DepositAddress[];
    const coins = { asset: 'USDT', network: 'bsc', address, amount: '100', fee: 'fast' };
    const sent = await person.post('/wallet/send', coins);
    await until(() => onBsc()?.balance === '2899.6');
    const made = await person.post('/payments/deposit/hash', {
      ...{ currency: 'USDT', network: 'bsc', amount: '100', txHash: sent.body['hash'] },
    });
    const status = (): string | undefined => newest(messages)?.operations[0]?.status;
    await until(() => status() === 'pending');
    clock.jump(60_000);
    await until(() => status() === 'completed');
    expect(newest(messages)?.operations).toMatchObject([{ id: made.body['id'], value: '100' }]);
    expect(newest(others)).toMatchObject({ operations: [] });
    expect(others.filter(({ type }) => type === 'payments')).toHaveLength(1);
  });

  it('shows coins that are on their way to the wallet', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const messages = await listen(other);
    await until(() => newest(messages) !== undefined);
    const arriving = (): { balance: string; incoming: string } | undefined =>
      newest(messages)?.wallet.find(({ asset }) => asset === 'BTC');
    const { body } = await other.get('/wallet');
    const address = (body['items'] as { asset: string; address: string }[]).find(
      ({ asset }) => asset === 'BTC',
    )?.address;
    await person.post('/wallet/send', { asset: 'BTC', network: 'bitcoin', address, amount: '0.01', fee: 'fast' });
    await until(() => arriving()?.incoming === '0.01');
    clock.jump(60_000);
    await until(() => arriving()?.incoming === '0' && arriving()?.balance === '0.06');
  });

  it('belongs to the main market', async () => {
    const messages = await listen(await server.register(), 'elsewhere');
    await until(() => messages.length > 0);
    expect(messages).toMatchObject([{ type: 'error', code: 'unknown_market', key: 'payments:elsewhere' }]);
  });
});
