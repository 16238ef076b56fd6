import { blockTime, FEE_LEVELS, GENESIS_MS, inclusionBlock } from '@plecho/network';
import { expect, it } from 'vitest';
import { secondsToBlock, secondsToCount } from './expected-wait.ts';

it('says what transactions wait on average on the network as it is', () => {
  const transactions = 20_000;
  for (const level of FEE_LEVELS) {
    let waited = 0;
    for (let each = 0; each < transactions; each += 1) {
      const submittedAt = GENESIS_MS + 3_600_000 + each * 7_919;
      waited += blockTime('bitcoin', inclusionBlock('bitcoin', submittedAt, level)) - submittedAt;
    }
    expect(Math.abs(waited / transactions / 1000 - secondsToBlock('bitcoin', level))).toBeLessThan(1);
  }
});

it('adds the blocks of the confirmations that follow', () => {
  expect(secondsToCount('bitcoin', 'fast')).toBe(15);
  expect(secondsToCount('arbitrum', 'fast')).toBe(10);
});
