import { createAccounts, type Accounts } from '../identity/accounts.ts';
import { createDevices } from '../identity/devices.ts';
import { createPasswords, type PasswordCost, type Passwords } from '../identity/passwords.ts';
import { createSessions, type Sessions } from '../identity/sessions.ts';
import { createThrottle, type Throttle, type ThrottleLimits } from '../identity/throttle.ts';
import type { IdSource } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { createPool } from '../storage/connection.ts';
import { PgDeviceStore } from '../storage/identity/device-store.ts';
import { PgDoorStore } from '../storage/identity/door-store.ts';
import { PgSessionStore } from '../storage/identity/session-store.ts';
import { PgThrottleStore } from '../storage/identity/throttle-store.ts';
import { PgUserStore } from '../storage/identity/user-store.ts';
import type { Notifications } from '../storage/notifications.ts';

export interface PeopleOptions {
  pool: ReturnType<typeof createPool>;
  notifications: Notifications;
  clock: Clock;
  log: Logger;
  ids: Pick<IdSource, 'draw'>;
  attempts: ThrottleLimits;
  /** The product's unless given. */
  passwordCost: PasswordCost | undefined;
}

/** Who may come in. */
export interface People {
  users: PgUserStore;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  accounts: Accounts;
  /** Removes what is out of date: sessions, browsers and attempts. */
  forget(): Promise<unknown>;
}

export async function openPeople(options: PeopleOptions): Promise<People> {
  const { pool, notifications, clock, log, ids } = options;
  const sessions = createSessions(new PgSessionStore(pool), clock, (error) =>
    log.warn({ err: error }, 'the use of a session could not be noted'),
  );
  await notifications.identity().listen((userId) => sessions.invalidate(userId));
  const [windows, doors] = [new PgThrottleStore(pool), new PgDoorStore(pool)];
  const throttle = createThrottle({ windows, doors }, clock, options.attempts);
  const passwords = await createPasswords(options.passwordCost);
  const users = new PgUserStore(pool);
  const devices = createDevices(new PgDeviceStore(pool), clock);
  const accounts = createAccounts({ users, sessions, devices, clock, ids, passwords, throttle });
  const forget = (): Promise<unknown> =>
    Promise.all([sessions.prune(), devices.prune(), windows.prune(clock.now()), doors.forget()]);
  return { users, sessions, passwords, throttle, accounts, forget };
}
