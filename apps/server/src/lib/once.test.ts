import { describe, expect, it } from 'vitest';
import { ANSWER_KEPT_MS, KEY_MAX_AGE_MS, KEY_MAX_AHEAD_MS, requestKey } from './once.ts';

const bodyOf = (margin: bigint, more: object = {}): unknown => [
  'main',
  { type: 'openPosition', symbol: 'BTCUSDT', side: 'long', margin, leverage: 3, takeProfit: null, ...more },
];
const hashOf = (body: unknown): string => requestKey(1n, 'openPosition', 'key', body).bodyHash;

describe('the key of a request', () => {
  it('L6 has the hash that versions before had, so that a request is known again after an update', () => {
    expect(hashOf(bodyOf(10_000_000n, { stopLoss: undefined }))).toBe(
      '9d374a20413a4960a68e846217ab944e9a22143e8965ea8910f858806c563345',
    );
  });

  it('L6 tells bodies apart by every field, and by nothing that the request did not say', () => {
    expect(hashOf(bodyOf(10_000_000n))).not.toBe(hashOf(bodyOf(10_000_001n)));
    expect(hashOf(bodyOf(10_000_000n))).not.toBe(hashOf(bodyOf(10_000_000n, { stopLoss: 1n })));
    expect(hashOf(bodyOf(10_000_000n))).toBe(hashOf(bodyOf(10_000_000n, { stopLoss: undefined })));
    expect(hashOf([{ list: [1n, { of: 2n }] }])).toBe(hashOf([{ list: ['1', { of: '2' }] }]));
  });

  it('L6 is refused as too old before its answer is forgotten, also where the clock was set back in between', () => {
    const HOUR_MS = 3_600_000;
    expect(ANSWER_KEPT_MS).toBeGreaterThanOrEqual(KEY_MAX_AGE_MS + KEY_MAX_AHEAD_MS + HOUR_MS);
  });
});
