import { describe, expect, it } from 'vitest';
import { createPasswords, type Lane } from './passwords.ts';

const NEWCOMER: Lane = { of: 'newcomers' };
const STRANGER: Lane = { of: 'strangers' };
const owner = (userId: bigint): Lane => ({ of: 'owners', userId });
/** How many may be hashed at once doesn't depend on how much work each is. */
const CHEAP = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
const passwords = await createPasswords(CHEAP);

const matches = (passwordHash: string | null, password: string): Promise<boolean> =>
  passwords.matches(() => Promise.resolve(passwordHash), password, STRANGER);

const codesOf = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code: unknown }).code));

/** So many at the same moment. */
const crowd = (count: number, lane: (n: number) => Lane): Promise<string>[] =>
  Array.from({ length: count }, (_, n) => passwords.hash('лосось42', lane(n)));

describe('passwords', { timeout: 60_000 }, () => {
  it('S3 are hashed with argon2id, salted, and match only themselves', async () => {
    const real = await createPasswords();
    const first = await real.hash('лосось42', NEWCOMER);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await real.hash('лосось42', NEWCOMER)).not.toBe(first);
    for (const each of [real, passwords]) {
      expect(await each.matches(() => Promise.resolve(first), 'лосось42', STRANGER)).toBe(true);
      expect(await each.matches(() => Promise.resolve(first), 'лосось43', STRANGER)).toBe(false);
    }
  });

  it('are the same in both spellings of Unicode', async () => {
    expect(await matches(await passwords.hash('заи\u0306ка', NEWCOMER), 'зайка')).toBe(true);
  });

  it('S2 verify a dummy hash for nobody, which matches nothing', async () => {
    expect(await matches(null, 'no user has this password')).toBe(false);
  });

  it('S3 run a few at once and refuse when too many wait', async () => {
    const crowded = codesOf(await Promise.allSettled(crowd(80, () => STRANGER)));
    expect(crowded.filter((code) => code === 'done')).toHaveLength(65);
    expect(crowded.filter((code) => code === 'too_many_requests')).toHaveLength(15);
    await expect(passwords.hash('лосось42', STRANGER)).resolves.toBeTypeOf('string');
  });

  it('S3 a class of 60 registers at the same moment', async () => {
    expect(new Set(codesOf(await Promise.allSettled(crowd(60, () => NEWCOMER))))).toEqual(new Set(['done']));
  });

  it('S3 a crowd in one lane holds up nobody in another', async () => {
    // The first stranger keeps the place of all strangers until the others are through.
    let release = (): void => undefined;
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    const strangers = Array.from({ length: 65 }, () => passwords.matches(() => held, 'лосось42', STRANGER));
    await Promise.all([...crowd(1, () => owner(1n)), ...crowd(1, () => NEWCOMER)]);
    release();
    expect(new Set(await Promise.all(strangers))).toEqual(new Set([false]));
  });

  it('S3 one owner has two places at most, whatever others do', async () => {
    const results = await Promise.allSettled([...crowd(5, () => owner(1n)), ...crowd(20, (n) => owner(BigInt(n + 2)))]);
    expect(codesOf(results)).toEqual([
      ...['done', 'done', 'too_many_requests', 'too_many_requests', 'too_many_requests'],
      ...Array<string>(20).fill('done'),
    ]);
    await expect(passwords.hash('лосось42', owner(1n))).resolves.toBeTypeOf('string');
  });

  it('S3 who waits for a place costs the database nothing', async () => {
    let asked = 0;
    const find = (): Promise<null> => {
      asked += 1;
      return Promise.resolve(null);
    };
    const waiting = Array.from({ length: 10 }, () => passwords.matches(find, 'лосось42', STRANGER));
    expect(asked).toBe(1);
    await Promise.all(waiting);
    expect(asked).toBe(10);
  });
});
