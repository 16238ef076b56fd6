import { hash } from 'node:crypto';
import type { IdSource } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { readName } from './names.ts';
import { passwordRefusal } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import { normalisePhone } from './phone.ts';
import type { LogLine, UserRecord, UserStore } from './ports.ts';
import type { Identity, Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';

/** Where a request comes from. */
export interface Origin {
  address: string;
  userAgent: string;
}

export interface SignedIn {
  user: UserRecord;
  /** For the cookie, and for nothing else. */
  secret: string;
}

export interface Registration {
  phone: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
}

export interface Accounts {
  /** @throws Problem with the text of the first thing that is wrong */
  register(registration: Registration, origin: Origin): Promise<SignedIn>;
  /** @throws Problem wrong_credentials, the same for an unknown phone and for a wrong password */
  login(phone: string, password: string, origin: Origin): Promise<SignedIn>;
  /** Ends all other sessions of the user. @throws Problem wrong_password */
  changePassword(identity: Identity, currentPassword: string, newPassword: string, origin: Origin): Promise<void>;
  /** Ends every session of the user, this one included. */
  signOutEverywhere(identity: Identity): Promise<void>;
}

interface Dependencies {
  users: UserStore;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  clock: Clock;
  /** For the lines of people's logs. */
  ids: IdSource;
}

/** Guesses at what is no phone are counted as well, by its digits' hash: what people type by mistake is kept nowhere. */
const nobodys = (typed: string): string => `?${hash('sha256', typed.replace(/\D/g, '')).slice(0, 16)}`;

export function createAccounts({ users, sessions, passwords, throttle, clock, ids }: Dependencies): Accounts {
  const lineByOwner = (): LogLine => ({ id: ids.next(), at: clock.now(), operatorId: null });
  return {
    async register(registration, origin) {
      if (registration.phone.trim() === '' || registration.password === '') throw new Problem('fields_required');
      const phone = normalisePhone(registration.phone);
      if (phone === null) throw new Problem('invalid_phone');
      const [firstName, lastName] = [readName(registration.firstName), readName(registration.lastName)];
      const refusal = passwordRefusal(registration.password, phone);
      if (refusal !== null) throw new Problem(refusal);
      await throttle.registration(origin.address);
      const passwordHash = await passwords.hash(registration.password);
      const user = await users.create({ phone, passwordHash, firstName, lastName, createdAt: clock.now() }, ids.next());
      if (user === null) throw new Problem('phone_taken');
      return { user, secret: await sessions.begin(user.id, origin.userAgent) };
    },

    async login(typedPhone, password, origin) {
      if (typedPhone.trim() === '' || password === '') throw new Problem('fields_required');
      const phone = normalisePhone(typedPhone);
      const attempt = await throttle.login(phone ?? nobodys(typedPhone), origin.address);
      const user = phone === null ? null : await users.byPhone(phone);
      const isRight = await passwords.matches(user?.passwordHash ?? null, password);
      if (user === null || !isRight) throw new Problem('wrong_credentials');
      await attempt.succeeded();
      return { user, secret: await sessions.begin(user.id, origin.userAgent) };
    },

    async changePassword({ user, session }, currentPassword, newPassword, origin) {
      if (currentPassword === '' || newPassword === '') throw new Problem('fields_required');
      const refusal = passwordRefusal(newPassword, user.phone);
      if (refusal !== null) throw new Problem(refusal);
      const attempt = await throttle.login(user.phone, origin.address);
      if (!(await passwords.matches(user.passwordHash, currentPassword))) throw new Problem('wrong_password');
      await attempt.succeeded();
      await users.setPassword(user.id, await passwords.hash(newPassword), session.id, lineByOwner());
      sessions.invalidate(user.id);
    },

    signOutEverywhere: ({ user }) => sessions.endAll(user.id, lineByOwner()),
  };
}
