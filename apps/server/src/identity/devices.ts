import type { Clock } from '../lib/clock.ts';
import type { DeviceStore } from './ports.ts';
import { hashOf, isSecret, newSecret } from './secrets.ts';

/** A device is known this long after its user was seen on it. */
export const DEVICE_MS = 365 * 86_400_000;
/** Devices that know one user; a further one makes the one that was not used longest unknown. */
export const DEVICES_PER_USER = 10;

/** A device that its user logged in with before. */
export interface KnownDevice {
  userId: bigint;
  /** Names the two together. */
  key: string;
}

/**
 * Browsers that people logged in with, recognised by the secret of a cookie of their own. Knowing a
 * device opens nothing: it only tells the owner's attempts to log in from everybody else's.
 */
export interface Devices {
  /** null for a stranger. @param secret of the cookie, if there is one. @param phone E.164 */
  recognise(secret: string | null, phone: string): Promise<KnownDevice | null>;
  /** The user has logged in. @returns the secret for the cookie: the given one where it is known already */
  remember(secret: string | null, userId: bigint): Promise<string>;
  /** Gives the device a new secret, for all who use it, and makes it known to the user. */
  renew(secret: string | null, userId: bigint): Promise<string>;
  /** Forgets devices that were not used for a year. */
  prune(): Promise<void>;
}

export function createDevices(store: DeviceStore, clock: Clock): Devices {
  const hashGiven = (secret: string | null): Buffer | null =>
    secret !== null && isSecret(secret) ? hashOf(secret) : null;
  const keep = async (secret: string, userId: bigint): Promise<string> => {
    await store.remember(hashOf(secret), userId, clock.now(), DEVICES_PER_USER);
    return secret;
  };
  return {
    async recognise(secret, phone) {
      const tokenHash = hashGiven(secret);
      if (tokenHash === null) return null;
      const userId = await store.userOf(tokenHash, phone);
      return userId === null ? null : { userId, key: `${userId}:${tokenHash.toString('base64url')}` };
    },

    async remember(secret, userId) {
      const tokenHash = hashGiven(secret);
      // A secret that this server did not make may be somebody else's: it becomes nobody's key.
      const isOurs = secret !== null && tokenHash !== null && (await store.isKnown(tokenHash));
      return keep(isOurs ? secret : newSecret(), userId);
    },

    async renew(secret, userId) {
      const tokenHash = hashGiven(secret);
      const fresh = newSecret();
      if (tokenHash !== null) await store.rename(tokenHash, hashOf(fresh));
      return keep(fresh, userId);
    },

    prune: () => store.prune(clock.now() - DEVICE_MS),
  };
}
