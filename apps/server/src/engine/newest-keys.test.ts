import { describe, expect, it } from 'vitest';
import type { Command, Idempotency } from '../commands/command.ts';
import { NewestKeys } from './newest-keys.ts';

const at = (ms: number): string => `00000000-${ms.toString(16).padStart(4, '0')}-7000-8000-000000000000`;
const of = (key: string, userId = 1n, action: Command['type'] = 'openPosition'): Idempotency => ({
  ...{ userId, action, key, bodyHash: 'body' },
});

describe('the newest key', () => {
  it('L6 is looked up before anything is new, and a key is new once', () => {
    const keys = new NewestKeys();
    expect(keys.isNew(of(at(5)))).toBe(false);
    keys.lookedUp(of(at(5)), null);
    expect([at(5), at(6), at(6), at(5), at(7)].map((key) => keys.isNew(of(key)))).toEqual([
      ...[false, true, false, false, true],
    ]);
  });

  it('L6 is the newest of what is stored, what was looked up and what was new since', () => {
    const keys = new NewestKeys();
    keys.lookedUp(of(at(5)), at(9));
    expect(keys.isNew(of(at(9)))).toBe(false);
    keys.lookedUp(of(at(12)), at(9));
    expect(keys.isNew(of(at(12)))).toBe(false);
    expect(keys.isNew(of(at(20)))).toBe(true);
    keys.lookedUp(of(at(6)), at(12));
    expect([keys.isNew(of(at(20))), keys.isNew(of(at(21)))]).toEqual([false, true]);
  });

  it('L6 is that of one person and one action', () => {
    const keys = new NewestKeys();
    keys.lookedUp(of(at(5)), null);
    expect([keys.isNew(of(at(6), 2n)), keys.isNew(of(at(6), 1n, 'placeOrder'))]).toEqual([false, false]);
    expect(keys.isNew(of(at(6)))).toBe(true);
  });

  it.each([
    ['17', '16'],
    [at(6).replace('-7', '-4'), at(5)],
    [at(0xab).toUpperCase(), at(5)],
  ])('L6 says nothing of a key that carries no time, as %s', (key, earlier) => {
    const keys = new NewestKeys();
    keys.lookedUp(of(earlier), earlier);
    expect(keys.isNew(of(key))).toBe(false);
  });

  it('L6 is not known where something else than such keys is stored', () => {
    const keys = new NewestKeys();
    keys.lookedUp(of(at(5)), 'z');
    expect(keys.isNew(of(at(6)))).toBe(false);
  });

  it('is forgotten with all others, and for whom it has been known longest when there are many', () => {
    const keys = new NewestKeys();
    for (let userId = 0n; userId <= 50_000n; userId += 1n) keys.lookedUp(of(at(5), userId), null);
    expect([0n, 1n, 50_000n].map((userId) => keys.isNew(of(at(6), userId)))).toEqual([false, true, true]);
    keys.forget();
    expect(keys.isNew(of(at(7)))).toBe(false);
  });
});
