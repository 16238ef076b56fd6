import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptsLevel, inclusionBlock, smallestLevelTaken } from './congestion.ts';
import { GENESIS_MS, heightAt, NETWORKS } from './networks.ts';
import { FEE_LEVELS, type FeeLevel } from './tariffs.ts';

const network = fc.constantFrom(...NETWORKS);
const level = fc.constantFrom(...FEE_LEVELS);
const time = fc.integer({ min: GENESIS_MS, max: GENESIS_MS + 10 ** 11 });

describe('how full a block is', () => {
  it('is the same whoever asks', () => {
    const levels = [1, 2, 3, 4, 5, 6, 7, 8].map((height) => smallestLevelTaken('bsc', height));
    expect(levels).toEqual(['normal', 'slow', 'normal', 'slow', 'normal', 'slow', 'slow', 'slow']);
  });

  it.each(NETWORKS)('%s takes the slow level in about a third of its blocks, the normal in four of five', (each) => {
    const blocks = 20_000;
    const share = (wanted: FeeLevel): number => {
      let count = 0;
      for (let height = 0; height < blocks; height++) if (acceptsLevel(each, height, wanted)) count += 1;
      return count / blocks;
    };
    expect(share('slow')).toBeCloseTo(0.35, 1);
    expect(share('normal')).toBeCloseTo(0.8, 1);
    expect(share('fast')).toBe(1);
  });

  it('a block that takes a level takes every higher one', () => {
    fc.assert(
      fc.property(network, fc.nat(10 ** 8), (each, height) => {
        const taken = FEE_LEVELS.map((one) => acceptsLevel(each, height, one));
        expect(taken).toEqual(taken.toSorted((a, b) => Number(a) - Number(b)));
        expect(FEE_LEVELS[taken.indexOf(true)]).toBe(smallestLevelTaken(each, height));
      }),
    );
  });
});

describe('the block of a transaction', () => {
  it('is the first one after its submission that takes its level', () => {
    fc.assert(
      fc.property(network, time, level, (each, now, fee) => {
        const block = inclusionBlock(each, now, fee);
        expect(acceptsLevel(each, block, fee)).toBe(true);
        const newest = heightAt(each, now);
        expect(block).toBeGreaterThan(newest);
        for (let height = newest + 1; height < block; height++) expect(acceptsLevel(each, height, fee)).toBe(false);
      }),
    );
  });

  it('comes no later for a higher fee, and at once for the highest', () => {
    fc.assert(
      fc.property(network, time, (each, now) => {
        const [slow = 0, normal = 0, fast = 0] = FEE_LEVELS.map((fee) => inclusionBlock(each, now, fee));
        expect(slow >= normal && normal >= fast).toBe(true);
        expect(fast).toBe(heightAt(each, now) + 1);
      }),
    );
  });

  it('is not below the first one', () => {
    expect(inclusionBlock('bsc', GENESIS_MS - 10 ** 9, 'fast')).toBe(0);
  });
});
