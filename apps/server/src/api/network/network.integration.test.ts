import { encodeAddress } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { newKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { until, useServer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);

interface Item {
  asset: string;
  network: string;
  address: string;
  balance: string;
}

const itemsOf = ({ body }: { body: Record<string, unknown> }): Item[] => body['items'] as Item[];

async function walletOf(person: Person, asset: string, network: string): Promise<Item> {
  const item = itemsOf(await person.get('/wallet')).find((each) => each.asset === asset && each.network === network);
  if (item === undefined) throw new Error('there is no such place');
  return item;
}

const EVM = encodeAddress('evm', new Uint8Array(20).fill(2));
const sending = { asset: 'USDT', network: 'arbitrum', address: EVM, amount: '10', fee: 'fast' };

describe('the practice wallet', () => {
  it('sends coins that arrive in the next block', async () => {
    const [ann, bob] = [await server.register(), await server.register()];
    const { address } = await walletOf(bob, 'USDT', 'arbitrum');
    const sent = await ann.post('/wallet/send', { ...sending, address });
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ to: address, amount: '10', fee: '0.2', direction: 'out', block: null });
    await until(async () => (await walletOf(bob, 'USDT', 'arbitrum')).balance === '1010');
    expect((await walletOf(ann, 'USDT', 'arbitrum')).balance).toBe('989.8');
    const [newest] = (await bob.get('/wallet/transactions')).body['items'] as Record<string, unknown>[];
    expect(newest).toMatchObject({ hash: sent.body['hash'], direction: 'in', lost: false });
    expect(newest?.['block']).not.toBeNull();
  });

  it('L6 repeats its answer under the same key and refuses another body', async () => {
    const ann = await server.register();
    const headers = { 'idempotency-key': newKey() };
    const first = await ann.post('/wallet/send', sending, { headers });
    const again = await ann.post('/wallet/send', sending, { headers });
    expect(again.response.body).toBe(first.response.body);
    const other = await ann.post('/wallet/send', { ...sending, amount: '11' }, { headers });
    expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
    const bad = await ann.post('/wallet/send', sending, { headers: { 'idempotency-key': 'б' } });
    expect(bad.body['code']).toBe('invalid_request');
    expect((await walletOf(ann, 'USDT', 'arbitrum')).balance).toBe('989.8');
  });

  it.each([
    ['not_practice_address', 400, { address: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe' }],
    ['address_checksum', 400, { address: EVM.replace(/.$/, EVM.endsWith('q') ? 'p' : 'q') }],
    ['address_other_family', 400, { network: 'tron' }],
    ['asset_not_on_network', 400, { asset: 'BTC' }],
    ['memo_not_supported', 400, { memo: '1' }],
    ['invalid_amount', 400, { amount: '0' }],
    ['invalid_amount', 400, { amount: 10 }],
    ['wallet_insufficient', 409, { amount: '1000' }],
    ['invalid_request', 400, { fee: 'free' }],
    ['invalid_request', 400, { note: 'hello' }],
    ['invalid_request', 400, { network: 'solana' }],
    ['invalid_request', 400, { address: 'x'.repeat(121) }],
  ])('C1 S5 answers %s (%s)', async (code, status, parts) => {
    const answer = await (await server.register()).post('/wallet/send', { ...sending, ...parts });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('is its owner’s alone, and never kept by a proxy', async () => {
    for (const url of ['/wallet', '/wallet/transactions']) {
      expect((await server.stranger().get(url)).status).toBe(401);
    }
    expect((await server.stranger().post('/wallet/send', sending)).status).toBe(401);
    const { response } = await (await server.register()).get('/wallet');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('lists what came and went in pages of at most 200', async () => {
    const ann = await server.register();
    await ann.get('/wallet');
    // Its block and its confirmations may come between two answers.
    const whichOf = (items: unknown) =>
      (items as Record<string, unknown>[]).map(({ hash, asset, network, amount }) => ({
        hash,
        asset,
        network,
        amount,
      }));
    const pages: unknown[] = [];
    for (let cursor = ''; ;) {
      const { body } = await ann.get(`/wallet/transactions?limit=3${cursor}`);
      pages.push(...whichOf(body['items']));
      if (body['nextCursor'] === null) break;
      cursor = `&cursor=${body['nextCursor'] as string}`;
    }
    expect(pages).toEqual(whichOf((await ann.get('/wallet/transactions')).body['items']));
    expect(pages).toHaveLength(10);
    expect((await ann.get('/wallet/transactions?limit=200')).status).toBe(200);
    expect((await ann.get('/wallet/transactions?limit=201')).body['code']).toBe('invalid_request');
    expect((await ann.get('/wallet/transactions?cursor=0')).status).not.toBe(200);
  });
});

describe('the explorer', () => {
  it('shows everybody the chains, transactions, addresses and blocks, and may be kept for a second', async () => {
    const ann = await server.register();
    const { body: sent } = await ann.post('/wallet/send', sending);
    const hash = sent['hash'] as string;
    const stranger = server.stranger();
    await until(async () => (await stranger.get(`/network/transactions/${hash}`)).body['block'] !== null);
    const { body: transaction } = await stranger.get(`/network/transactions/${hash}`);
    const block = transaction['block'] as number;
    const found = [
      await stranger.get('/network'),
      await stranger.get(`/network/transactions/${hash}`),
      await stranger.get(`/network/search?q=${hash}`),
      await stranger.get(`/network/addresses/${EVM}?limit=1`),
      await stranger.get(`/network/blocks/arbitrum/${block}`),
    ];
    for (const { status, response } of found) {
      expect(status).toBe(200);
      expect(response.headers['cache-control']).toBe('public, max-age=1');
    }
    expect(found[2]?.body).toEqual({ kind: 'transaction', value: hash });
    expect(found[3]?.body['items']).toMatchObject([{ hash }]);
    expect(found[3]?.body['nextCursor']).not.toBeNull();
    expect(found[4]?.body['items']).toContainEqual(expect.objectContaining({ hash }));
  });

  it.each([
    [
      '/network/transactions/4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
      404,
      'transaction_unknown',
    ],
    [`/network/transactions/simtx1${'q'.repeat(58)}`, 404, 'transaction_unknown'],
    ['/network/addresses/0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', 400, 'not_practice_address'],
    ['/network/addresses/new', 400, 'not_practice_address'],
    [`/network/addresses/sim1e${'q'.repeat(38)}`, 400, 'address_checksum'],
    [`/network/addresses/${EVM}?limit=201`, 400, 'invalid_request'],
    [`/network/addresses/${EVM}?limit=0`, 400, 'invalid_request'],
    ['/network/blocks/bsc/-1', 404, 'not_found'],
    ['/network/blocks/bsc/1e3', 404, 'not_found'],
    ['/network/blocks/bsc/999999999999', 404, 'not_found'],
    ['/network/blocks/bsc/9999999999999999999999', 404, 'not_found'],
    ['/network/blocks/solana/1', 400, 'invalid_request'],
    ['/network/search?q=hello', 404, 'not_found_on_network'],
    ['/network/search?q=', 404, 'not_found_on_network'],
    ['/network/search', 400, 'invalid_request'],
    [`/network/search?q=${'x'.repeat(121)}`, 400, 'invalid_request'],
  ])('C1 S5 answers %s with %s', async (url, status, code) => {
    const { body, response } = await server.stranger().get(url);
    expect([response.statusCode, body['code']]).toEqual([status, code]);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
