import { coins, encodeAddress, formatCoins } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { refusalOf } from './test/refusal.ts';
import { useNetwork } from './test/world.ts';
import type { WalletSend } from './wallets.ts';

const db = useDatabase();
const world = useNetwork(db);
const { clock } = world;

const BITCOIN = encodeAddress('bitcoin', new Uint8Array(20).fill(1));
const EVM = encodeAddress('evm', new Uint8Array(20).fill(2));
const TRON = encodeAddress('tron', new Uint8Array(20).fill(3));
const ALL = { beforeId: null, limit: 100 };

const sending = (parts: Partial<WalletSend> = {}): WalletSend => ({
  ...{ asset: 'USDT', network: 'bsc', address: EVM, amount: '100', fee: 'normal' },
  ...parts,
});

const oneWrong = (address: string): string => address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q');

describe('sending', () => {
  const refused: [code: string, what: string, parts: Partial<WalletSend>][] = [
    ['not_practice_address', 'nothing', { address: '' }],
    ['not_practice_address', 'a Bitcoin address', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['not_practice_address', 'an Ethereum address', { address: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe' }],
    ['not_practice_address', 'a Tron address', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', network: 'tron' }],
    ['address_checksum', 'an address with a wrong character', { address: oneWrong(EVM) }],
    ['address_checksum', 'mixed letters', { address: EVM.replace('sim1e', 'sim1E') }],
    ['address_other_family', 'a Tron-like address on BSC', { address: TRON }],
    ['address_other_family', 'an EVM-like address on Tron', { network: 'tron' }],
    ['address_other_family', 'an EVM-like address on Bitcoin', { asset: 'BTC', network: 'bitcoin', amount: '0.01' }],
    ['asset_not_on_network', 'USDT on Bitcoin', { network: 'bitcoin', address: BITCOIN }],
    ['asset_not_on_network', 'BTC on BSC', { asset: 'BTC' }],
    ['asset_not_on_network', 'ETH on Tron', { asset: 'ETH', network: 'tron', address: TRON }],
    ['memo_not_supported', 'a memo on BSC', { memo: '12' }],
    ['invalid_memo', 'a memo with letters', { network: 'tron', address: TRON, memo: 't.me/x' }],
    ['invalid_memo', 'a memo of seven digits', { network: 'tron', address: TRON, memo: '1234567' }],
    ['invalid_amount', 'no amount', { amount: '' }],
    ['invalid_amount', 'nothing', { amount: '0' }],
    ['invalid_amount', 'less than nothing', { amount: '-1' }],
    ['invalid_amount', 'seven decimal places', { amount: '1.0000001' }],
    ['invalid_amount', 'an exponent', { amount: '1e3' }],
    ['wallet_insufficient', 'everything without the fee', { amount: '3000' }],
    ['wallet_insufficient', 'more than 64 bits', { amount: '99999999999999999999999' }],
    ['wallet_insufficient', 'coins of another network', { network: 'polygon', amount: '1500' }],
  ];

  it.each(refused)('C1 is refused with %s: %s', async (code, _, parts) => {
    const user = await world.newUser();
    expect(await refusalOf(world.wallets.send(user, sending(parts), null))).toBe(code);
    expect((await world.wallets.transactions(user, ALL)).map(({ direction }) => direction)).not.toContain('out');
  });

  it('takes an address in capital letters with blanks around it, and writes it in small ones', async () => {
    const user = await world.newUser();
    const sent = await world.wallets.send(user, sending({ address: ` ${EVM.toUpperCase()} ` }), null);
    expect(sent).toMatchObject({ to: EVM, direction: 'out', isLost: false, memo: null, submittedAt: clock.now() });
  });

  it('carries a memo where the network has one; a blank one is none', async () => {
    const user = await world.newUser();
    const tron = { network: 'tron', address: TRON } as const;
    expect(await world.wallets.send(user, sending({ ...tron, memo: ' 42 ' }), null)).toMatchObject({ memo: '42' });
    expect(await world.wallets.send(user, sending({ ...tron, memo: ' ' }), null)).toMatchObject({ memo: null });
    expect(await world.wallets.send(user, sending({ memo: null }), null)).toMatchObject({ memo: null });
  });

  it.each([
    ['slow', '0.1'],
    ['normal', '0.2'],
    ['fast', '0.4'],
  ] as const)('at the %s level costs %s USDT on BSC', async (fee, cost) => {
    const user = await world.newUser();
    expect(await world.wallets.send(user, sending({ fee }), null)).toMatchObject({
      ...{ amount: coins('USDT', '100'), fee: coins('USDT', cost) },
    });
    const left = { '0.1': '2899.9', '0.2': '2899.8', '0.4': '2899.6' }[cost];
    expect(await world.balanceOf(user, 'USDT', 'bsc')).toEqual({ balance: left, incoming: '0' });
  });

  it('L6 with a key happens once, and it is the same transaction when it has long arrived', async () => {
    const user = await world.newUser();
    const sent = await Promise.all([1, 2, 3].map(() => world.wallets.send(user, sending(), 'key-1')));
    clock.advance(3_600_000);
    await world.miner.payOutMined();
    sent.push(await world.wallets.send(user, sending({ address: EVM.toUpperCase() }), 'key-1'));
    expect(sent).toEqual(sent.map(() => sent[0]));
    expect(await world.balanceOf(user, 'USDT', 'bsc')).toEqual({ balance: '2899.8', incoming: '0' });
  });

  it('L6 refuses another transaction under the key, and leaves other people their own keys', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    await world.wallets.send(ann, sending(), 'key-1');
    for (const other of [{ amount: '101' }, { fee: 'fast' as const }, { network: 'ethereum' as const }]) {
      expect(await refusalOf(world.wallets.send(ann, sending(other), 'key-1'))).toBe('idempotency_conflict');
    }
    await world.wallets.send(bob, sending(), 'key-1');
    await world.wallets.send(ann, sending(), 'key-2');
    expect(await world.balanceOf(ann, 'USDT', 'bsc')).toEqual({ balance: '2799.6', incoming: '0' });
    expect(await world.balanceOf(bob, 'USDT', 'bsc')).toEqual({ balance: '2899.8', incoming: '0' });
  });

  it('to the reserve is refused', async () => {
    const user = await world.newUser();
    const address = world.network.reserveAddress('bsc');
    expect(await refusalOf(world.wallets.send(user, sending({ address }), 'key-1'))).toBe('address_refused');
  });
});

describe('the list of transactions', () => {
  it('says what came and what went, newest first, in pages', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const toBob = sending({ address: await world.walletOf(bob, 'bsc') });
    for (const amount of ['1', '2', '3']) await world.wallets.send(ann, { ...toBob, amount }, null);
    await world.wallets.send(bob, sending({ address: await world.walletOf(ann, 'bsc'), amount: '4' }), null);

    const list = await world.wallets.transactions(ann, ALL);
    const shown = list.map(
      ({ direction, asset, amount, from }) => `${direction} ${formatCoins(asset, amount)} ${from === null}`,
    );
    expect(shown.slice(0, 4)).toEqual(['in 4 false', 'out 3 false', 'out 2 false', 'out 1 false']);
    expect(shown.slice(4)).toHaveLength(10);
    expect(shown.slice(4).every((each) => /^in .* true$/.test(each))).toBe(true);

    const paged = [];
    for (let beforeId: bigint | null = null; ;) {
      const page = await world.wallets.transactions(ann, { beforeId, limit: 3 });
      paged.push(...page);
      const last = page.at(-1);
      if (last === undefined) break;
      beforeId = last.id;
    }
    expect(paged).toEqual(list);
    const other = await world.newUser();
    expect(await world.wallets.transactions(other, ALL)).toHaveLength(10);
  });

  it('shows a transaction to oneself once', async () => {
    const user = await world.newUser();
    await world.wallets.send(user, sending({ address: await world.walletOf(user, 'bsc') }), null);
    const list = await world.wallets.transactions(user, ALL);
    expect(list).toHaveLength(11);
    expect(list[0]?.direction).toBe('out');
  });
});

describe('coins at a deposit address', () => {
  it('of the right coin on the right network are not lost', async () => {
    const user = await world.newUser();
    const address = await world.depositOf(user, 'USDT', 'bsc');
    expect(await world.wallets.send(user, sending({ address }), null)).toMatchObject({ isLost: false });
  });

  it('are lost on another network, though they arrive there', async () => {
    const user = await world.newUser();
    const address = await world.depositOf(user, 'USDT', 'bsc');
    const sent = await world.wallets.send(user, sending({ address, network: 'polygon' }), null);
    expect(sent).toMatchObject({ isLost: true, network: 'polygon' });
    clock.advance(600_000);
    await world.miner.payOutMined();
    const [newest] = await world.wallets.transactions(user, ALL);
    expect(newest).toMatchObject({ hash: sent.hash, isLost: true });
    const { balances } = await world.explorer.address(address, ALL);
    expect(balances).toMatchObject([{ network: 'polygon', asset: 'USDT', balance: coins('USDT', '100') }]);
  });

  it('are lost as another coin', async () => {
    const user = await world.newUser();
    const address = await world.depositOf(user, 'USDT', 'bsc');
    const sent = await world.wallets.send(user, sending({ address, asset: 'ETH', amount: '0.1' }), null);
    expect(sent.isLost).toBe(true);
    const [newest] = await world.wallets.transactions(user, ALL);
    expect(newest?.isLost).toBe(true);
  });

  it('somebody else’s are theirs, and not lost', async () => {
    const [ann, bob] = [await world.newUser(), await world.newUser()];
    const address = await world.depositOf(bob, 'USDT', 'bsc');
    expect(await world.wallets.send(ann, sending({ address }), null)).toMatchObject({ isLost: false });
  });
});
