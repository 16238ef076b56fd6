import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS } from './assets.ts';
import {
  ASSET_NETWORKS,
  blockTime,
  carries,
  confirmationsAt,
  GENESIS_MS,
  heightAt,
  isNetwork,
  MEMO,
  NETWORK_RULES,
  NETWORKS,
} from './networks.ts';

const network = fc.constantFrom(...NETWORKS);
const time = fc.integer({ min: GENESIS_MS, max: GENESIS_MS + 10 ** 12 });

describe('blocks', () => {
  it('begin with block 0 at the start of 2026', () => {
    expect(new Date(GENESIS_MS).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    for (const each of NETWORKS) {
      expect(heightAt(each, GENESIS_MS)).toBe(0);
      expect(heightAt(each, GENESIS_MS - 1)).toBe(-1);
      expect(blockTime(each, 0)).toBe(GENESIS_MS);
    }
  });

  it('appear at a steady pace: the newest is there, the next one is not', () => {
    fc.assert(
      fc.property(network, time, (each, now) => {
        const height = heightAt(each, now);
        expect(blockTime(each, height)).toBeLessThanOrEqual(now);
        expect(blockTime(each, height + 1)).toBeGreaterThan(now);
        expect(blockTime(each, height + 1) - blockTime(each, height)).toBe(NETWORK_RULES[each].blockMs);
        expect(heightAt(each, blockTime(each, height))).toBe(height);
      }),
    );
  });

  it('confirm what they hold and what is below them', () => {
    fc.assert(
      fc.property(network, fc.integer({ min: 0, max: 10 ** 8 }), fc.nat(1000), (each, height, later) => {
        expect(confirmationsAt(each, height, blockTime(each, height) - 1)).toBe(0);
        expect(confirmationsAt(each, height, blockTime(each, height))).toBe(1);
        expect(confirmationsAt(each, height, blockTime(each, height + later))).toBe(later + 1);
      }),
    );
  });

  it.each(NETWORKS)('%s confirms a transaction within half a minute', (each) => {
    const { blockMs, confirmations } = NETWORK_RULES[each];
    expect(blockMs * confirmations).toBeLessThanOrEqual(30_000);
    expect(blockMs % 1000).toBe(0);
  });
});

describe('coins and their networks', () => {
  it('are those of the specification, the default first', () => {
    expect(ASSET_NETWORKS).toEqual({
      USDT: ['bsc', 'ethereum', 'tron', 'polygon', 'arbitrum'],
      BTC: ['bitcoin'],
      ETH: ['ethereum', 'arbitrum', 'bsc', 'polygon'],
    });
  });

  it('a network carries what is listed', () => {
    expect(carries('bitcoin', 'USDT')).toBe(false);
    expect(carries('tron', 'ETH')).toBe(false);
    for (const asset of ASSETS) for (const each of ASSET_NETWORKS[asset]) expect(carries(each, asset)).toBe(true);
    expect(NETWORKS.every(isNetwork)).toBe(true);
    expect(['Bitcoin', '', 'constructor'].some(isNetwork)).toBe(false);
  });

  it('networks whose addresses look alike are one family', () => {
    const evm = NETWORKS.filter((each) => NETWORK_RULES[each].family === 'evm');
    expect(evm).toEqual(['ethereum', 'bsc', 'polygon', 'arbitrum']);
  });
});

it('C1 a memo is nothing but a few digits', () => {
  for (const memo of ['0', '42', '987654']) expect(memo).toMatch(MEMO);
  for (const memo of ['', '1234567', '1 2', '+7', 't.me/x', '4111-1111', '１２', '12\n']) {
    expect(memo).not.toMatch(MEMO);
  }
});
