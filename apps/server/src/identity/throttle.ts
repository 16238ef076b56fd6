import { isIP } from 'node:net';
import type { ErrorCode } from '@plecho/contract';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { KnownDevice } from './devices.ts';
import { Doors, type DoorAsked } from './doors.ts';
import type { Lane } from './passwords.ts';
import type { DoorStore, Pace, ThrottleKey, ThrottleStore } from './ports.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export interface ThrottleLimits {
  /** Logins in 15 minutes to one account from one device that is known to it, right or wrong; then it is a stranger. */
  perDevice: number;
  /** Strangers' wrong passwords for one phone; as many of somebody signed in who is changing it. */
  phone: Pace;
  /** Strangers' wrong passwords from one address, whatever the phone. */
  address: Pace;
  /** Registrations from one address in an hour: a class shares one. */
  registrationsPerAddress: number;
  /** Guests from one address in an hour: a class shares one … */
  guestsPerAddress: number;
  /** … from one network in a day, so that whoever has many addresses leaves something for others … */
  guestsPerNetwork: number;
  /** … and from all of them in a day: with the week that they are kept, it bounds how many there are. */
  guestsInAll: number;
  /** Wrong operator secrets from one operator in 15 minutes … */
  secretsPerOperator: number;
  /** … and from all of them in an hour. */
  secretsInAll: number;
  /** Codes of no class from one person in 15 minutes … */
  codesPerUser: number;
  /** … and from one address, of those who were wrong a few times: a class shares one. */
  codesPerAddress: number;
}

export const DEFAULT_THROTTLE: ThrottleLimits = {
  perDevice: 20,
  phone: { windowMs: 60 * MINUTE_MS, free: 10, firstPauseMs: SECOND_MS, longestPauseMs: 30 * SECOND_MS },
  address: { windowMs: 15 * MINUTE_MS, free: 100, firstPauseMs: 250, longestPauseMs: SECOND_MS },
  registrationsPerAddress: 300,
  guestsPerAddress: 60,
  guestsPerNetwork: 600,
  guestsInAll: 3_000,
  secretsPerOperator: 5,
  secretsInAll: 20,
  codesPerUser: 20,
  codesPerAddress: 300,
};

/** Wrong codes that anybody types; and as many right ones are asked about by one page at a time. */
const FREE_CODES = 5;

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

/** The first `count` groups of an IPv6 address; any other address as it is. */
function prefixOf(address: string, count: number): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6 || isLoopback(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = plain.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':').filter(Boolean)];
  return `${all.slice(0, count).join(':')}::/${count * 16}`;
}

/** Groups addresses by who controls them: an IPv6 customer has a whole /64. */
export const addressGroup = (address: string): string => prefixOf(address, 4);

/** Groups them by who can have many: a company, or a customer who asks for it, has a /48 of IPv6. */
const networkGroup = (address: string): string => prefixOf(address, 3);

export interface LoginAttempt {
  /** Where its password is verified. */
  lane: Lane;
  /** The password was right, or was not looked at: the attempt doesn't count. */
  takeBack(): Promise<void>;
}

export interface SecretAttempt {
  /** The secret was right: this attempt doesn't count. */
  succeeded(): Promise<void>;
}

export interface CodeGuess {
  /** There is such a class: this guess doesn't count. */
  succeeded(): Promise<void>;
}

export interface Throttle {
  /**
   * Counts an attempt before the password is looked at, so that many at once can't slip through. A
   * stranger may be held for a few seconds; somebody on a known device never is, and what strangers do
   * is not counted against them.
   * @param phone E.164; null for what is no phone, which there is nothing to guess about
   * @throws Problem login_throttled
   */
  login(phone: string | null, address: string, device: KnownDevice | null): Promise<LoginAttempt>;
  /** Counts an attempt at the present password by somebody signed in. @throws Problem login_throttled */
  passwordChange(userId: bigint): Promise<LoginAttempt>;
  /** @throws Problem too_many_requests */
  registration(address: string): Promise<void>;
  /** @throws Problem too_many_guests */
  guest(address: string): Promise<void>;
  /** Counts an attempt at the operator secret before it is looked at. @throws Problem secret_throttled */
  operatorSecret(userId: bigint): Promise<SecretAttempt>;
  /**
   * Counts a guess at the code of a class. Whoever was wrong a few times shares what their address has; somebody whose
   * code is right is held up by nobody. @throws Problem too_many_requests
   */
  classCode(userId: bigint, address: string): Promise<CodeGuess>;
}

/** So many are let through in a window. */
interface Rule extends ThrottleKey {
  max: number;
}

/**
 * Counts under one rule after the other: whoever is refused by their own must not use up what is left for others.
 * @returns how many there were under the last. The function that is returned throws a Problem with the code it is given.
 */
function countingInTurn(store: ThrottleStore, clock: Clock) {
  return async (code: ErrorCode, rules: readonly Rule[]): Promise<number> => {
    let attempts = 0;
    for (const { max, ...key } of rules) {
      const [count] = await store.count([key], clock.now());
      attempts = count?.attempts ?? 0;
      if (count === undefined || attempts <= max) continue;
      throw new Problem(code, { retryAfter: Math.max(1, Math.ceil((count.endsAt - clock.now()) / 1000)) });
    }
    return attempts;
  };
}

/** So many attempts in a window, then none until it ends. */
const budget = (max: number, windowMs: number): Pace => ({
  ...{ windowMs, free: max, firstPauseMs: windowMs, longestPauseMs: windowMs },
});

/** @param random from 0 up to 1: draws among strangers who wait for the same door */
export function createThrottle(
  { windows: store, doors }: { windows: ThrottleStore; doors: DoorStore },
  clock: Clock,
  limits: ThrottleLimits,
  random: () => number = Math.random,
): Throttle {
  // Each with rooms and places of their own: a flood of strangers must not hold up owners.
  const [owners, strangers] = [new Doors(doors, clock, random), new Doors(doors, clock, random)];
  const perDevice = budget(limits.perDevice, 15 * MINUTE_MS);
  const window = (key: string, windowMs: number): ThrottleKey => ({ key, windowMs });
  const inTurn = countingInTurn(store, clock);
  return {
    async login(phone, address, device) {
      if (device !== null && (await owners.isOpen({ key: `device:${device.key}`, pace: perDevice }))) {
        return { lane: { of: 'owners', userId: device.userId }, takeBack: () => Promise.resolve() };
      }
      const group = addressGroup(address);
      const asked: DoorAsked[] = [];
      if (phone !== null) {
        asked.push({ key: `phone:${phone}`, pace: limits.phone, contender: group });
      }
      // One of this machine may be a tunnel for a whole class: it says nothing about who is asking.
      if (!isLoopback(address)) {
        asked.push({ key: `address:${group}`, pace: limits.address, contender: phone ?? 'nobody' });
      }
      return { lane: { of: 'strangers' }, takeBack: await strangers.enter(asked) };
    },
    async passwordChange(userId) {
      const door = { key: `password:${userId}`, pace: limits.phone, contender: 'owner' };
      return { lane: { of: 'owners', userId }, takeBack: await owners.enter([door]) };
    },
    async registration(address) {
      const max = limitFor(address, limits.registrationsPerAddress);
      await inTurn('too_many_requests', [{ ...window(`register:${addressGroup(address)}`, 60 * MINUTE_MS), max }]);
    },
    async guest(address) {
      const of = (limit: number): number => limitFor(address, limit);
      await inTurn('too_many_guests', [
        { ...window(`guest:${addressGroup(address)}`, 60 * MINUTE_MS), max: of(limits.guestsPerAddress) },
        { ...window(`guests:${networkGroup(address)}`, 24 * 60 * MINUTE_MS), max: of(limits.guestsPerNetwork) },
        { ...window('guest', 24 * 60 * MINUTE_MS), max: limits.guestsInAll },
      ]);
    },
    async classCode(userId, address) {
      const own = { ...window(`class:${userId}`, 15 * MINUTE_MS), max: limits.codesPerUser };
      const max = limitFor(address, limits.codesPerAddress);
      const shared = { ...window(`class:${addressGroup(address)}`, 15 * MINUTE_MS), max };
      const isFree = (await inTurn('too_many_requests', [own])) <= FREE_CODES;
      if (!isFree) await inTurn('too_many_requests', [shared]);
      return { succeeded: () => store.release(isFree ? [own.key] : [own.key, shared.key]) };
    },
    async operatorSecret(userId) {
      const own = `secret:${userId}`;
      await inTurn('secret_throttled', [
        { ...window(own, 15 * MINUTE_MS), max: limits.secretsPerOperator },
        { ...window('secret', 60 * MINUTE_MS), max: limits.secretsInAll },
      ]);
      return {
        async succeeded() {
          await store.clear([own]);
          await store.release(['secret']);
        },
      };
    },
  };
}
