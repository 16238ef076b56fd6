import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  it('S3 are hashed with argon2id, salted, and match only themselves', async () => {
    const passwords = await createPasswords();
    const first = await passwords.hash('лосось42');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await passwords.hash('лосось42')).not.toBe(first);
    expect(await passwords.matches(first, 'лосось42')).toBe(true);
    expect(await passwords.matches(first, 'лосось43')).toBe(false);
  });

  it('are the same in both spellings of Unicode', async () => {
    const passwords = await createPasswords();
    expect(await passwords.matches(await passwords.hash('заи\u0306ка'), 'зайка')).toBe(true);
  });

  it('S2 verify a dummy hash for nobody, which matches nothing', async () => {
    const passwords = await createPasswords();
    expect(await passwords.matches(null, 'no user has this password')).toBe(false);
  });

  it('S3 run a few at once and refuse when too many wait', async () => {
    const passwords = await createPasswords();
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.hash('лосось42')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(20);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_requests' });
    await expect(passwords.hash('лосось42')).resolves.toBeTypeOf('string');
  });
});
