import { blockTime, coins, encodeAddress, heightAt, networkFee, NETWORKS } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import type { NetworkTransaction } from './ports.ts';
import { refusalOf } from './test/refusal.ts';
import { useNetwork } from './test/world.ts';

const db = useDatabase();
const world = useNetwork(db);
const { clock } = world;
const ALL = { beforeId: null, limit: 200 };

async function send(from: bigint, to: bigint, amount = '1'): Promise<NetworkTransaction> {
  return world.network.submit({
    ...{ network: 'bsc', asset: 'USDT', amount: coins('USDT', amount), fee: networkFee('USDT', 'bsc', 'slow') },
    ...{ from: await world.walletOf(from, 'bsc'), to: await world.walletOf(to, 'bsc'), memo: null, origin: null },
  });
}

describe('the first page', () => {
  it('shows every chain with its height and what waits, and the newest transactions', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    await send(ann, bob);
    const newest = await send(ann, bob);
    const { now, chains, newest: shown } = await world.explorer.overview();
    expect(now).toBe(clock.now());
    expect(chains.map(({ network }) => network)).toEqual(NETWORKS);
    expect(chains).toContainEqual({ network: 'bsc', height: heightAt('bsc', now), mempool: 2 });
    expect(chains).toContainEqual({ network: 'tron', height: heightAt('tron', now), mempool: 0 });
    expect(shown).toHaveLength(20);
    expect(shown[0]).toEqual(newest);
  });

  it('is read at most once a second, and then anew', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    clock.advance(1_000);
    const first = await world.explorer.overview();
    const { hash } = await send(ann, bob);
    clock.advance(999);
    expect(await world.explorer.overview()).toBe(first);
    clock.advance(1);
    expect((await world.explorer.overview()).newest[0]?.hash).toBe(hash);
  });

  it('does not keep a failure', async () => {
    clock.advance(1_000);
    await db.owner.query('ALTER TABLE network_mempool RENAME TO gone');
    await expect(world.explorer.overview()).rejects.toThrow('network_mempool');
    await db.owner.query('ALTER TABLE gone RENAME TO network_mempool');
    await expect(world.explorer.overview()).resolves.toMatchObject({ now: clock.now() });
  });
});

describe('a transaction', () => {
  it('is found by its hash in small and in capital letters', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const sent = await send(ann, bob);
    expect(await world.explorer.transaction(sent.hash)).toEqual(sent);
    expect(await world.explorer.transaction(sent.hash.toUpperCase())).toEqual(sent);
  });

  it.each([
    ['an unknown one', `simtx1${'q'.repeat(58)}`],
    ['a real one', '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'],
    ['nothing', ''],
  ])('C1 is unknown: %s', async (_, hash) => {
    expect(await refusalOf(world.explorer.transaction(hash))).toBe('transaction_unknown');
  });
});

describe('an address', () => {
  it('has its balances and its transactions on every network, in pages', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const sent = [await send(ann, bob), await send(bob, ann), await send(ann, ann), await send(ann, bob)];
    const address = await world.walletOf(ann, 'bsc');
    const page = await world.explorer.address(address.toUpperCase(), { beforeId: null, limit: 3 });
    expect(page.address).toBe(address);
    expect(page.transactions.map(({ hash }) => hash)).toEqual(
      sent
        .slice(1)
        .map(({ hash }) => hash)
        .toReversed(),
    );
    const rest = await world.explorer.address(address, { beforeId: page.transactions.at(-1)?.id ?? null, limit: 200 });
    // The first of the four, and eight starting coins of the EVM family.
    expect(rest.transactions[0]?.hash).toBe(sent[0]?.hash);
    expect(rest.transactions).toHaveLength(9);
    expect(page.balances.map(({ network, asset }) => `${network} ${asset}`)).toEqual([
      ...['arbitrum ETH', 'arbitrum USDT', 'bsc ETH', 'bsc USDT', 'ethereum ETH', 'ethereum USDT'],
      ...['polygon ETH', 'polygon USDT'],
    ]);
  });

  it('that nobody ever used is empty', async () => {
    const address = encodeAddress('tron', new Uint8Array(20).fill(9));
    expect(await world.explorer.address(address, ALL)).toEqual({ address, balances: [], transactions: [] });
  });

  it.each([
    ['not_practice_address', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'],
    ['not_practice_address', 'new'],
    ['not_practice_address', 'fees'],
    ['address_checksum', `sim1e${'q'.repeat(38)}`],
  ])('C1 is refused with %s: %s', async (code, address) => {
    expect(await refusalOf(world.explorer.address(address, ALL))).toBe(code);
  });
});

describe('a block', () => {
  it('has its transactions in their order and a hash of its own', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    clock.advance(60_000);
    const sent = [await send(ann, bob), await send(bob, ann)];
    const height = sent[0]?.block ?? 0;
    expect(await refusalOf(world.explorer.block('bsc', height))).toBe('not_found');
    clock.advance(blockTime('bsc', height) - clock.now());
    const block = await world.explorer.block('bsc', height);
    expect(block).toMatchObject({ now: clock.now(), network: 'bsc', height });
    expect(block.transactions.map(({ hash }) => hash)).toEqual(sent.map(({ hash }) => hash));
    expect(block.hash).toMatch(/^simblock1[a-z0-9]{58}$/);

    const other = await world.start();
    expect(await other.explorer.block('bsc', height)).toEqual(block);
    const hashes = [await world.explorer.block('bsc', height - 1), await world.explorer.block('polygon', height - 1)];
    expect(new Set([block.hash, ...hashes.map(({ hash }) => hash)]).size).toBe(3);
  });

  it('is there from the first one to the newest', async () => {
    clock.advance(60_000);
    const newest = heightAt('tron', clock.now());
    expect(await world.explorer.block('tron', newest)).toMatchObject({ height: newest, transactions: [] });
    expect((await world.explorer.block('bitcoin', 0)).transactions).toHaveLength(1);
    for (const height of [-1, newest + 1]) {
      expect(await refusalOf(world.explorer.block('tron', height))).toBe('not_found');
    }
  });
});

describe('searching', () => {
  it('finds out whether a text is a transaction or an address', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const { hash, to } = await send(ann, bob);
    expect(await world.explorer.search(` ${hash.toUpperCase()} `)).toEqual({ kind: 'transaction', value: hash });
    expect(await world.explorer.search(`\n${to.toUpperCase()}`)).toEqual({ kind: 'address', value: to });
  });

  it.each([
    ['not_found_on_network', ''],
    ['not_found_on_network', 'биткоин'],
    ['not_found_on_network', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'],
    ['not_found_on_network', '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'],
    ['address_checksum', `sim1e${'q'.repeat(38)}`],
    ['transaction_unknown', `simtx1${'q'.repeat(58)}`],
    ['transaction_unknown', ' SIMTX1QQQ'],
  ])('C1 answers %s to «%s»', async (code, typed) => {
    expect(await refusalOf(world.explorer.search(typed))).toBe(code);
  });
});
