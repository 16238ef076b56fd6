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

/**
 * Groups addresses by who controls them: an IPv6 customer has a whole /64.
 * @returns null for a loopback address, which says nothing about who is asking.
 */
export function addressGroup(address: string): string | null {
  const plain = address.replace(/^::ffff:/, '');
  if (plain === '::1' || plain.startsWith('127.')) return null;
  if (isIP(plain) !== 6) return plain;
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
      const group = addressGroup(address);
      const from = group ?? 'loopback';
      const isKnown = await store.isKnownAddress(phone, from, clock.now() - KNOWN_ADDRESS_MS);
      const rules = [{ ...window(`login:${phone}:${from}`, 15 * MINUTE_MS), max: limits.perPhoneAndAddress }];
      if (group !== null) rules.push({ ...window(`address:${group}`, 15 * MINUTE_MS), max: limits.perAddress });
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
      const group = addressGroup(address);
      if (group === null) return;
      const [count] = await store.count([window(`register:${group}`, 60 * MINUTE_MS)], clock.now());
      if (count !== undefined && count.attempts > limits.registrationsPerAddress) {
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
