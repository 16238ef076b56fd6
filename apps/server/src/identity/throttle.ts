import { isIP } from 'node:net';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { ThrottleKey, ThrottleStore } from './ports.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** An address from which the owner logged in stays known this long. */
export const KNOWN_ADDRESS_MS = 90 * DAY_MS;

export interface ThrottleLimits {
  /** Wrong passwords for one phone from one address in 15 minutes. */
  perPhoneAndAddress: number;
  /** Wrong passwords from one address in 15 minutes, whatever the phone. */
  perAddress: number;
  /** Wrong passwords for one phone in an hour from addresses that its owner never used. */
  perPhone: number;
  /** Registrations from one address in an hour: a class shares one. */
  registrationsPerAddress: number;
  /** Wrong operator secrets from one operator in 15 minutes … */
  secretsPerOperator: number;
  /** … and from all of them in an hour. */
  secretsInAll: number;
}

export const DEFAULT_THROTTLE: ThrottleLimits = {
  perPhoneAndAddress: 10,
  perAddress: 100,
  perPhone: 30,
  registrationsPerAddress: 300,
  secretsPerOperator: 5,
  secretsInAll: 20,
};

/** A tunnel or a proxy of this machine may stand for a whole class. */
const LOOPBACK_FACTOR = 10;

const plainAddress = (address: string): string => address.replace(/^::ffff:/, '');

export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

/** How much of what others may have `limit` of somebody at this address may have. */
export const limitFor = (address: string, limit: number): number =>
  isLoopback(address) ? limit * LOOPBACK_FACTOR : limit;

/** Groups addresses by who controls them: an IPv6 customer has a whole /64. */
export function addressGroup(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6 || isLoopback(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = plain.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':').filter(Boolean)];
  return `${all.slice(0, 4).join(':')}::/64`;
}

export interface LoginAttempt {
  /** The password or secret was right: this attempt doesn't count. */
  succeeded(): Promise<void>;
}

export interface Throttle {
  /** Counts an attempt before the password is looked at, so that many at once can't slip through. @throws Problem login_throttled */
  login(phone: string, address: string): Promise<LoginAttempt>;
  /** @throws Problem too_many_requests */
  registration(address: string): Promise<void>;
  /** Counts an attempt at the operator secret before it is looked at. @throws Problem secret_throttled */
  operatorSecret(userId: bigint): Promise<LoginAttempt>;
}

export function createThrottle(store: ThrottleStore, clock: Clock, limits: ThrottleLimits): Throttle {
  const window = (key: string, windowMs: number): ThrottleKey => ({ key, windowMs });
  const retryAfter = (endsAt: number): number => Math.max(1, Math.ceil((endsAt - clock.now()) / 1000));
  return {
    async login(phone, address) {
      const from = addressGroup(address);
      const isKnown = await store.isKnownAddress(phone, from, clock.now() - KNOWN_ADDRESS_MS);
      const rules = [
        { ...window(`login:${phone}:${from}`, 15 * MINUTE_MS), max: limits.perPhoneAndAddress },
        { ...window(`address:${from}`, 15 * MINUTE_MS), max: limitFor(address, limits.perAddress) },
      ];
      if (!isKnown) rules.push({ ...window(`phone:${phone}`, 60 * MINUTE_MS), max: limits.perPhone });
      const counts = await store.count(rules, clock.now());
      for (const [n, rule] of rules.entries()) {
        const count = counts[n];
        if (count !== undefined && count.attempts > rule.max) {
          throw new Problem('login_throttled', { retryAfter: retryAfter(count.endsAt) });
        }
      }
      return {
        async succeeded() {
          const [own, ...shared] = rules.map((rule) => rule.key);
          if (own !== undefined) await store.clear([own]);
          await store.release(shared);
          await store.rememberAddress(phone, from, clock.now());
        },
      };
    },
    async registration(address) {
      const [count] = await store.count([window(`register:${addressGroup(address)}`, 60 * MINUTE_MS)], clock.now());
      if (count !== undefined && count.attempts > limitFor(address, limits.registrationsPerAddress)) {
        throw new Problem('too_many_requests', { retryAfter: retryAfter(count.endsAt) });
      }
    },
    async operatorSecret(userId) {
      const own = `secret:${userId}`;
      const rules = [
        { ...window(own, 15 * MINUTE_MS), max: limits.secretsPerOperator },
        { ...window('secret', 60 * MINUTE_MS), max: limits.secretsInAll },
      ];
      // One after the other: an operator who is refused must not use up what is left for the others.
      for (const rule of rules) {
        const [count] = await store.count([rule], clock.now());
        if (count !== undefined && count.attempts > rule.max) {
          throw new Problem('secret_throttled', { retryAfter: retryAfter(count.endsAt) });
        }
      }
      return {
        async succeeded() {
          await store.clear([own]);
          await store.release(['secret']);
        },
      };
    },
  };
}
