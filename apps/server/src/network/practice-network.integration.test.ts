import {
  ASSET_NETWORKS,
  ASSETS,
  blockTime,
  coins,
  formatCoins,
  heightAt,
  inclusionBlock,
  networkFee,
} from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import type { NetworkTransaction, TransactionRequest } from './ports.ts';
import { refusalOf } from './test/refusal.ts';
import { useNetwork } from './test/world.ts';

const db = useDatabase();
const world = useNetwork(db);
const { clock } = world;

const FEE = networkFee('USDT', 'bsc', 'fast');
const usdt = (text: string): bigint => coins('USDT', text);

async function requested(
  from: bigint,
  to: bigint,
  parts: Partial<TransactionRequest> = {},
): Promise<TransactionRequest> {
  return {
    network: 'bsc',
    asset: 'USDT',
    from: await world.walletOf(from, 'bsc'),
    to: await world.walletOf(to, 'bsc'),
    amount: usdt('100'),
    fee: FEE,
    memo: null,
    origin: null,
    ...parts,
  };
}

/** Moves the clock into the block of a transaction and pays out. */
async function mine({ network, block }: NetworkTransaction): Promise<void> {
  clock.advance(Math.max(0, blockTime(network, block) - clock.now()));
  await world.miner.payOutMined();
}

describe('the first coins', () => {
  it('the reserve is paid with block 0, once, whoever starts the network again', async () => {
    await world.start();
    await Promise.all([world.start(), world.start()]);
    const { balances, transactions } = await world.explorer.address(world.network.reserveAddress('bsc'), {
      beforeId: null,
      limit: 100,
    });
    // One address of the EVM family on four networks: USDT and ETH on each.
    expect(transactions).toHaveLength(8);
    expect(new Set(transactions.map(({ block }) => block))).toEqual(new Set([0]));
    expect(balances).toHaveLength(8);
    const onBsc = balances.find(({ network, asset }) => network === 'bsc' && asset === 'USDT');
    expect(onBsc?.balance).toBe(usdt('4000000000000'));
  });

  it('a new user has the published coins and an address for each place', async () => {
    const user = await world.newUser();
    const items = await world.wallets.balances(user);
    expect(items.map(({ asset, network, balance }) => `${asset} ${network} ${formatCoins(asset, balance)}`)).toEqual([
      'USDT bsc 3000',
      'USDT ethereum 2000',
      'USDT tron 2000',
      'USDT polygon 1000',
      'USDT arbitrum 1000',
      'BTC bitcoin 0.05',
      'ETH ethereum 0.4',
      'ETH arbitrum 0.2',
      'ETH bsc 0.2',
      'ETH polygon 0.2',
    ]);
    expect(items.every(({ incoming }) => incoming === 0n)).toBe(true);
    expect(new Set(items.map(({ address }) => address)).size).toBe(3);
    const deposits = await world.network.depositAddresses(user);
    expect(deposits.map(({ asset, network }) => [asset, network])).toEqual(
      ASSETS.flatMap((asset) => ASSET_NETWORKS[asset].map((network) => [asset, network])),
    );
    expect(new Set(deposits.map(({ address }) => address)).size).toBe(10);
    const { transactions } = await world.explorer.address(items[0]?.address ?? '', { beforeId: null, limit: 10 });
    for (const transaction of transactions) {
      expect(transaction).toMatchObject({ from: null, fee: 0n });
      expect(transaction.block).toBe(heightAt(transaction.network, clock.now()));
    }
  });

  it('L6 however often and by however many at once a wallet is opened, its coins are given once', async () => {
    const user = await world.newUser();
    const other = await world.start();
    await Promise.all([1, 2, 3].flatMap(() => [world.network.open(user), other.network.open(user)]));
    await world.network.open(user);
    expect(await world.balanceOf(user, 'USDT', 'bsc')).toEqual({ balance: '3000', incoming: '0' });
    expect(await other.network.depositAddresses(user)).toEqual(await world.network.depositAddresses(user));
    expect(await world.network.depositAddresses(user)).toHaveLength(10);
  });

  it('says who is behind an address', async () => {
    const user = await world.newUser();
    const wallet = await world.walletOf(user, 'bsc');
    expect(await world.network.ownerOf(wallet)).toMatchObject({ owner: 'wallet', userId: user });
    expect((await world.network.ownerOf(wallet))?.places).toHaveLength(8);
    const deposit = await world.depositOf(user, 'ETH', 'polygon');
    expect(await world.network.ownerOf(deposit)).toEqual({
      owner: 'deposit',
      userId: user,
      places: [{ network: 'polygon', asset: 'ETH' }],
    });
    const reserve = world.network.reserveAddress('tron');
    expect(await world.network.ownerOf(reserve)).toMatchObject({ owner: 'service', userId: null });
    expect(await world.network.ownerOf(wallet.slice(0, -1))).toBeNull();
  });
});

describe('a transaction', () => {
  it('leaves the sender at once, waits for its block and then reaches the receiver', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    world.told.length = 0;
    const request = await requested(ann, bob);
    const sent = await world.network.submit(request);
    const { origin: _, ...asked } = request;
    expect(sent).toMatchObject({ ...asked, submittedAt: clock.now() });
    expect(sent.block).toBe(inclusionBlock('bsc', clock.now(), 'fast'));
    expect(await world.network.transaction(sent.hash)).toEqual(sent);
    expect(world.told.toSorted()).toEqual([ann, bob].toSorted());
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '2899.6', incoming: '0' });
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3000', incoming: '100' });
    expect(world.network.confirmations(sent)).toBe(0);

    clock.advance(blockTime('bsc', sent.block) - clock.now() - 1);
    expect(await world.miner.payOutMined()).toBe(0);
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3000', incoming: '100' });

    world.told.length = 0;
    clock.advance(1);
    expect(await world.miner.payOutMined()).toBe(1);
    expect(world.network.confirmations(sent)).toBe(1);
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3100', incoming: '0' });
    expect(world.told).toEqual([bob]);
    expect(await world.miner.payOutMined()).toBe(0);
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3100', incoming: '0' });
  });

  it('N3 coins that are still on their way can not be spent', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const sent = await world.network.submit(await requested(ann, bob, { amount: usdt('2000') }));
    const onward = await requested(bob, ann, { amount: usdt('4000') });
    expect(await refusalOf(world.network.submit(onward))).toBe('wallet_insufficient');
    await mine(sent);
    await expect(world.network.submit(onward)).resolves.toMatchObject({ amount: usdt('4000') });
  });

  it('N3 of two sends of the same coins at once one happens', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const other = await world.start();
    const request = await requested(ann, bob, { amount: usdt('2000') });
    const outcomes = await Promise.all(
      [world, other, world, other].map(({ network }) => refusalOf(network.submit(request))),
    );
    expect(outcomes.toSorted()).toEqual([null, ...Array<string>(3).fill('wallet_insufficient')].toSorted());
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '999.6', incoming: '0' });
  });

  it('takes everything but the fee, and not one unit more', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const all = usdt('3000') - FEE;
    const tooMuch = await requested(ann, bob, { amount: all + 1n });
    expect(await refusalOf(world.network.submit(tooMuch))).toBe('wallet_insufficient');
    expect(await refusalOf(world.network.submit({ ...tooMuch, amount: 2n ** 63n - 1n }))).toBe('wallet_insufficient');
    expect(await refusalOf(world.network.submit({ ...tooMuch, amount: 2n ** 63n - 1n - FEE }))).toBe(
      'wallet_insufficient',
    );
    await world.network.submit({ ...tooMuch, amount: all });
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '0', incoming: '0' });
  });

  it('an address that nobody ever had holds nothing to send', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const stranger = await world.depositOf(ann, 'USDT', 'bsc');
    const request = await requested(ann, bob, { from: stranger, origin: `x:${ann}` });
    expect(await refusalOf(world.network.submit(request))).toBe('wallet_insufficient');
    expect(await world.network.byOrigin(`x:${ann}`)).toBeNull();
  });

  it('a service address takes none', async () => {
    const ann = await world.newUser();
    for (const network of ['bsc', 'ethereum', 'bitcoin', 'tron'] as const) {
      const request = await requested(ann, ann, { to: world.network.reserveAddress(network) });
      expect(await refusalOf(world.network.submit(request))).toBe('address_refused');
    }
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '3000', incoming: '0' });
  });

  it('to oneself costs the fee and nothing else', async () => {
    const ann = await world.newUser();
    await mine(await world.network.submit(await requested(ann, ann)));
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '2999.6', incoming: '0' });
  });
});

describe('an origin', () => {
  it('L6 is submitted once, however often and by however many at once', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const other = await world.start();
    const request = await requested(ann, bob, { origin: `withdrawal:${ann}` });
    const sent = await Promise.all(
      [world, other, world, other, world, other].map(({ network }) => network.submit(request)),
    );
    expect(new Set(sent.map(({ hash }) => hash)).size).toBe(1);
    clock.advance(60_000);
    expect(await other.network.submit(request)).toEqual(sent[0]);
    expect(await world.network.byOrigin(`withdrawal:${ann}`)).toEqual(sent[0]);
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '2899.6', incoming: '0' });
  });

  it('L6 is submitted once also when the coins are enough for one only', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const request = await requested(ann, bob, { amount: usdt('2500'), origin: `withdrawal:${ann}` });
    const sent = await Promise.all([1, 2, 3, 4].map(() => world.network.submit(request)));
    expect(new Set(sent.map(({ hash }) => hash)).size).toBe(1);
  });

  it('L6 belongs to one transaction', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const request = await requested(ann, bob, { origin: `withdrawal:${ann}` });
    await world.network.submit(request);
    const others = [{ amount: usdt('101') }, { to: request.from }, { fee: FEE * 2n }, { asset: 'ETH' as const }];
    for (const other of others) {
      expect(await refusalOf(world.network.submit({ ...request, ...other }))).toBe('idempotency_conflict');
    }
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '2899.6', incoming: '0' });
  });
});

describe('mining', () => {
  const aLittleLater = (userId: bigint) => {
    clock.advance(500);
    return world.balanceOf(userId, 'USDT', 'bsc');
  };

  it('N1 by several at once pays every transaction once', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const other = await world.start();
    clock.advance(60_000);
    await world.miner.payOutMined();
    for (let n = 0; n < 20; n++) await world.network.submit(await requested(ann, bob, { amount: usdt('1') }));
    clock.advance(60_000);
    const paid = await Promise.all([world, other, world, other].map(({ miner }) => miner.payOutMined()));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBe(20);
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3020', incoming: '0' });
  });

  it('goes on where a process that was killed has left off', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const sent = await world.network.submit(await requested(ann, bob));
    const restarted = await world.start();
    expect(await restarted.network.transaction(sent.hash)).toEqual(sent);
    clock.advance(blockTime('bsc', sent.block) - clock.now());
    await restarted.miner.payOutMined();
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3100', incoming: '0' });
  });

  it('happens by itself twice a second until it is stopped', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const { miner } = await world.start();
    miner.start();
    await world.network.submit(await requested(ann, bob));
    await expect.poll(() => aLittleLater(bob)).toEqual({ balance: '3100', incoming: '0' });
    await miner.stop();
    await world.network.submit(await requested(ann, bob));
    clock.advance(60_000);
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '3100', incoming: '100' });
    await world.miner.payOutMined();
    expect(world.failures).toEqual([]);
  });

  it('that fails is told of and tried again', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const { miner } = await world.start();
    await world.network.submit(await requested(ann, bob));
    await db.owner.query('ALTER TABLE network_mempool RENAME TO gone');
    clock.advance(60_000);
    miner.start();
    await expect.poll(() => world.failures.length).toBeGreaterThan(0);
    await db.owner.query('ALTER TABLE gone RENAME TO network_mempool');
    await expect.poll(() => aLittleLater(bob)).toEqual({ balance: '3100', incoming: '0' });
    await miner.stop();
  });
});
