import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { passwordRefusal } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import { normalisePhone } from './phone.ts';
import type { UserRecord, UserStore } from './ports.ts';
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
}

interface Dependencies {
  users: UserStore;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  clock: Clock;
}

const nameOrNull = (name: string | null): string | null => {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

export function createAccounts({ users, sessions, passwords, throttle, clock }: Dependencies): Accounts {
  return {
    async register(registration, origin) {
      if (registration.phone.trim() === '' || registration.password === '') throw new Problem('fields_required');
      const phone = normalisePhone(registration.phone);
      if (phone === null) throw new Problem('invalid_phone');
      const refusal = passwordRefusal(registration.password, phone);
      if (refusal !== null) throw new Problem(refusal);
      await throttle.registration(origin.address);
      const user = await users.create({
        phone,
        passwordHash: await passwords.hash(registration.password),
        firstName: nameOrNull(registration.firstName),
        lastName: nameOrNull(registration.lastName),
        createdAt: clock.now(),
      });
      if (user === null) throw new Problem('phone_taken');
      return { user, secret: await sessions.begin(user.id, origin.userAgent) };
    },

    async login(typedPhone, password, origin) {
      if (typedPhone.trim() === '' || password === '') throw new Problem('fields_required');
      const phone = normalisePhone(typedPhone);
      const attempt = await throttle.login(phone ?? typedPhone.replace(/\D/g, ''), origin.address);
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
      await users.setPassword(user.id, await passwords.hash(newPassword), session.id);
      sessions.invalidate(user.id);
    },
  };
}
