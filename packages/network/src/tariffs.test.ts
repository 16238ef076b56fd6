import { describe, expect, it } from 'vitest';
import { ASSETS, coins, formatCoins } from './assets.ts';
import { ASSET_NETWORKS, NETWORKS, type Network } from './networks.ts';
import {
  DEPOSIT_MINIMUM,
  FEE_LEVELS,
  levelOfFee,
  networkFee,
  rublesToUsdt,
  STARTING_COINS,
  WITHDRAWAL_MINIMUM,
  withdrawalFee,
} from './tariffs.ts';

const places = ASSETS.flatMap((asset) => ASSET_NETWORKS[asset].map((network) => ({ asset, network })));

describe.each(places)('the tariff of $asset on $network', ({ asset, network }) => {
  it('asks more for a sooner block, and a fee buys its level', () => {
    const [slow, normal, fast] = FEE_LEVELS.map((level) => networkFee(asset, network, level));
    if (slow === undefined || normal === undefined || fast === undefined) throw new Error('there are three levels');
    expect(slow > 0n && normal > slow && fast > normal).toBe(true);
    for (const level of FEE_LEVELS) expect(levelOfFee(asset, network, networkFee(asset, network, level))).toBe(level);
    expect(levelOfFee(asset, network, slow - 1n)).toBeNull();
    expect(levelOfFee(asset, network, normal - 1n)).toBe('slow');
    expect(levelOfFee(asset, network, fast * 10n)).toBe('fast');
  });

  it('leaves something of the smallest withdrawal, and covers what the network takes', () => {
    expect(withdrawalFee(asset, network)).toBeLessThan(WITHDRAWAL_MINIMUM[asset]);
    expect(withdrawalFee(asset, network)).toBeGreaterThanOrEqual(networkFee(asset, network, 'normal'));
  });

  it('a new user can send the smallest deposit there', () => {
    const coin = STARTING_COINS.find((each) => each.asset === asset && each.network === network);
    expect(coin?.amount ?? 0n).toBeGreaterThan(DEPOSIT_MINIMUM[asset] + networkFee(asset, network, 'fast'));
  });
});

it('there is no tariff for a coin where it does not live', () => {
  for (const asset of ASSETS) {
    const elsewhere = NETWORKS.filter((network) => !(ASSET_NETWORKS[asset] as readonly Network[]).includes(network));
    for (const network of elsewhere) {
      expect(() => networkFee(asset, network, 'fast')).toThrow(RangeError);
      expect(() => withdrawalFee(asset, network)).toThrow(RangeError);
    }
  }
});

it('minimums and first coins are those of the specification', () => {
  expect(DEPOSIT_MINIMUM).toEqual({
    USDT: coins('USDT', '10'),
    BTC: coins('BTC', '0.0001'),
    ETH: coins('ETH', '0.01'),
  });
  expect(WITHDRAWAL_MINIMUM).toEqual(DEPOSIT_MINIMUM);
  const sums = ASSETS.map((asset) => {
    const amounts = STARTING_COINS.filter((coin) => coin.asset === asset).map(({ amount }) => amount);
    return formatCoins(
      asset,
      amounts.reduce((sum, amount) => sum + amount, 0n),
    );
  });
  expect(sums).toEqual(['9000', '0.05', '1']);
});

it.each([
  [95, '1'],
  [5_000, '52.631578'],
  [1_000_000, '10526.315789'],
  [0, '0'],
])('L8 %s roubles are %s USDT, rounded down', (rub, usdt) => {
  expect(formatCoins('USDT', rublesToUsdt(rub))).toBe(usdt);
});
