import { hash, verify } from '@node-rs/argon2';
import { BusyError, createSemaphore } from '../lib/semaphore.ts';
import { Problem } from '../lib/problem.ts';

/** argon2id (the library's default), 46 MiB, one pass: about 20 ms (rule S3). */
const OPTIONS = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
const MAX_AT_ONCE = 4;
const MAX_WAITING = 16;

export interface Passwords {
  /** @throws Problem too_many_requests when too many are being hashed already; so does `matches`. */
  hash(password: string): Promise<string>;
  /** `null` for an unknown user: costs the same time and is never a match (rule S2). */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Unicode has several spellings of one word; keyboards differ in which they send. */
const canonical = (password: string): string => password.normalize('NFC');

export async function createPasswords(): Promise<Passwords> {
  const run = createSemaphore(MAX_AT_ONCE, MAX_WAITING);
  const limited = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await run(task);
    } catch (error) {
      if (error instanceof BusyError) throw new Problem('too_many_requests', { retryAfter: 1 });
      throw error;
    }
  };
  const dummyHash = await hash('no user has this password', OPTIONS);
  return {
    hash: (password) => limited(() => hash(canonical(password), OPTIONS)),
    async matches(passwordHash, password) {
      const isMatch = await limited(() => verify(passwordHash ?? dummyHash, canonical(password)));
      return isMatch && passwordHash !== null;
    },
  };
}
