import type { IdSource } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { Devices } from './devices.ts';
import { readName } from './names.ts';
import { passwordRefusal } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import { normalisePhone } from './phone.ts';
import type { LogLine, UserRecord, UserStore } from './ports.ts';
import { hashOf, newSecret } from './secrets.ts';
import type { Identity, Sessions } from './sessions.ts';
import type { LoginAttempt, Throttle } from './throttle.ts';

/** Where a request comes from. */
export interface Origin {
  address: string;
  userAgent: string;
  /** What its browser is known by, if it is: the secret of its cookie. */
  device: string | null;
}

export interface SignedIn {
  user: UserRecord;
  /** For the cookie of the session, and for nothing else. */
  secret: string;
  /** For the cookie of the device. */
  device: string;
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
  /** Signs in somebody without phone or password. @throws Problem too_many_guests */
  begin(origin: Origin): Promise<SignedIn>;
  /**
   * Makes a guest a registered user, who keeps everything. Their session goes on with another secret; all others end.
   * @throws Problem with the text of the first thing that is wrong; not_a_guest
   */
  registerGuest(identity: Identity, registration: Registration, origin: Origin): Promise<SignedIn>;
  /** @throws Problem wrong_credentials, the same for an unknown phone and for a wrong password */
  login(phone: string, password: string, origin: Origin): Promise<SignedIn>;
  /**
   * Ends all other sessions of the user and makes all other devices unknown. The own session goes on with another secret:
   * whoever has copied the one of before is out, too. The device is null when it could not be made known again: it is a
   * stranger's until the next login.
   * @throws Problem wrong_password, is_guest
   */
  changePassword(
    identity: Identity,
    currentPassword: string,
    newPassword: string,
    origin: Origin,
  ): Promise<{ secret: string; device: string | null }>;
  /** Ends every session of the user, this one included, and makes every device unknown. */
  signOutEverywhere(identity: Identity): Promise<void>;
}

interface Dependencies {
  users: UserStore;
  sessions: Sessions;
  devices: Devices;
  passwords: Passwords;
  throttle: Throttle;
  clock: Clock;
  /** For the lines of people's logs. */
  ids: Pick<IdSource, 'draw'>;
}

/** What is stored of a registration before the password is hashed. @throws Problem with the text of the first thing that is wrong */
function readRegistration(registration: Registration): Pick<UserRecord, 'firstName' | 'lastName'> & { phone: string } {
  if (registration.phone.trim() === '' || registration.password === '') throw new Problem('fields_required');
  const phone = normalisePhone(registration.phone);
  if (phone === null) throw new Problem('invalid_phone');
  const [firstName, lastName] = [readName(registration.firstName), readName(registration.lastName)];
  const refusal = passwordRefusal(registration.password, phone);
  if (refusal !== null) throw new Problem(refusal);
  return { phone, firstName, lastName };
}

/** Verifies a password within an attempt, which counts when the password was looked at and is wrong. */
async function isRight(
  passwords: Passwords,
  attempt: LoginAttempt,
  find: () => Promise<string | null>,
  password: string,
): Promise<boolean> {
  let isMatch = true;
  try {
    isMatch = await passwords.matches(find, password, attempt.lane);
    return isMatch;
  } finally {
    if (isMatch) await attempt.takeBack();
  }
}

export function createAccounts(parts: Dependencies): Accounts {
  const { users, sessions, devices, passwords, throttle, clock, ids } = parts;
  const lineByOwner = async (): Promise<LogLine> => ({ id: await ids.draw(), at: clock.now(), operatorId: null });

  const signIn = async (user: UserRecord, origin: Origin): Promise<SignedIn> => {
    const device = await devices.remember(origin.device, user.id);
    return { user, device, secret: await sessions.begin(user.id, origin.userAgent) };
  };

  return {
    async register(registration, origin) {
      const person = readRegistration(registration);
      await throttle.registration(origin.address);
      const passwordHash = await passwords.hash(registration.password, { of: 'newcomers' });
      const lineId = await ids.draw();
      const user = await users.create({ ...person, passwordHash, createdAt: clock.now() }, lineId);
      if (user === null) throw new Problem('phone_taken');
      return signIn(user, origin);
    },

    async begin(origin) {
      await throttle.guest(origin.address);
      const nobody = { phone: null, passwordHash: null, firstName: null, lastName: null };
      const user = await users.create({ ...nobody, createdAt: clock.now() }, await ids.draw());
      if (user === null) throw new Error('a guest was not stored');
      return signIn(user, origin);
    },

    async registerGuest({ user: guest, session }, registration, origin) {
      if (guest.phone !== null) throw new Problem('not_a_guest');
      const person = readRegistration(registration);
      await throttle.registration(origin.address);
      const passwordHash = await passwords.hash(registration.password, { of: 'newcomers' });
      const secret = newSecret();
      const kept = { userId: guest.id, sessionId: session.id, tokenHash: hashOf(secret) };
      const user = await users.registerGuest({ ...person, ...kept, passwordHash }, await lineByOwner());
      if (typeof user === 'string') throw new Problem(user);
      sessions.invalidate(user.id);
      return { user, secret, device: await devices.remember(origin.device, user.id) };
    },

    async login(typedPhone, password, origin) {
      if (typedPhone.trim() === '' || password === '') throw new Problem('fields_required');
      const phone = normalisePhone(typedPhone);
      const device = phone === null ? null : await devices.recognise(origin.device, phone);
      const attempt = await throttle.login(phone, origin.address, device);
      const found: { user: UserRecord | null } = { user: null };
      const find = async (): Promise<string | null> => {
        found.user = phone === null ? null : await users.byPhone(phone);
        return found.user?.passwordHash ?? null;
      };
      const isMatch = await isRight(passwords, attempt, find, password);
      if (found.user === null || !isMatch) throw new Problem('wrong_credentials');
      return signIn(found.user, origin);
    },

    async changePassword({ user, session }, currentPassword, newPassword, origin) {
      const { phone, passwordHash: current } = user;
      if (phone === null) throw new Problem('is_guest');
      if (currentPassword === '' || newPassword === '') throw new Problem('fields_required');
      const refusal = passwordRefusal(newPassword, phone);
      if (refusal !== null) throw new Problem(refusal);
      const attempt = await throttle.passwordChange(user.id);
      const find = (): Promise<string | null> => Promise.resolve(current);
      if (!(await isRight(passwords, attempt, find, currentPassword))) throw new Problem('wrong_password');
      const passwordHash = await passwords.hash(newPassword, attempt.lane);
      const secret = newSecret();
      const kept = { sessionId: session.id, tokenHash: hashOf(secret) };
      await users.setPassword({ userId: user.id, passwordHash, ...kept }, await lineByOwner());
      sessions.invalidate(user.id);
      // The password is another one by now, and the session knows nothing but this secret.
      return { secret, device: await devices.renew(origin.device, user.id).catch(() => null) };
    },

    signOutEverywhere: async ({ user }) => sessions.endAll(user.id, await lineByOwner()),
  };
}
