import type { LogRecord } from '@plecho/contract';

/** Operators are made on the command line of the server and nowhere else. */
export const ROLES = ['user', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** A person as stored. */
export interface UserRecord {
  id: bigint;
  /** E.164, unique; null for a guest, who has neither phone nor password. */
  phone: string | null;
  /** argon2id in its own text form; null for a guest. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Key of the fixed list of reasons; null when the user is not blocked. */
  blockReason: string | null;
  role: Role;
  /** Wall clock, milliseconds; so are all times here. */
  createdAt: number;
}

/** One who is no guest. */
export type RegisteredUser = UserRecord & { phone: string; passwordHash: string };

export type NewUser = Omit<UserRecord, 'id' | 'blockReason' | 'role'>;

/** A password that somebody has chosen. */
export interface ChosenPassword {
  userId: bigint;
  passwordHash: string;
  /** The session that goes on, and what is to be stored of its new secret. */
  sessionId: bigint;
  tokenHash: Buffer;
}

/** What makes a guest a registered user. */
export interface GuestRegistration extends ChosenPassword {
  phone: string;
  firstName: string | null;
  lastName: string | null;
}

/** A line of a person's own log, written in one transaction with what it tells of (charter rule C4). */
export interface LogLine {
  /** From the process-wide source of ids. */
  id: bigint;
  at: number;
  /** null: the owner did it. */
  operatorId: bigint | null;
}

export interface UserStore {
  /** A registered user or a guest. @param logId of the line in the person's log. @returns null when the phone is registered already. */
  create(user: NewUser, logId: bigint): Promise<UserRecord | null>;
  byPhone(phone: string): Promise<RegisteredUser | null>;
  /**
   * Makes a guest a registered user, who keeps everything; all sessions but the given one end, and that one gets
   * another secret. One transaction.
   */
  registerGuest(registration: GuestRegistration, line: LogLine): Promise<UserRecord | 'phone_taken' | 'not_a_guest'>;
  /** The same of a registered user, all of whose devices become unknown as well. */
  setPassword(password: ChosenPassword, line: LogLine): Promise<void>;
}

export interface SessionRecord {
  /** Names the session in lists and logs; knowing it opens nothing. */
  id: bigint;
  userId: bigint;
  createdAt: number;
  lastSeenAt: number;
  userAgent: string;
}

export interface NewSession {
  /** SHA-256 of the secret in the cookie, 32 bytes. The secret itself is stored nowhere. */
  tokenHash: Buffer;
  userId: bigint;
  userAgent: string;
  createdAt: number;
}

/** Sessions seen and begun after these times are alive. */
export interface SessionCutoff {
  lastSeenAfter: number;
  createdAfter: number;
}

export interface SessionStore {
  create(session: NewSession): Promise<SessionRecord>;
  /** The session and its user as they are now; null when there is no such session (dead ones are found too). */
  find(tokenHash: Buffer): Promise<{ session: SessionRecord; user: UserRecord } | null>;
  /** Moves `lastSeenAt` forward, never back. */
  touch(sessionId: bigint, at: number): Promise<void>;
  /** Living sessions of a user, newest first. */
  list(userId: bigint, cutoff: SessionCutoff): Promise<SessionRecord[]>;
  remove(sessionId: bigint): Promise<void>;
  /** Leaves the user the newest `atMost` sessions. @returns how many ended */
  removeOldest(userId: bigint, atMost: number): Promise<number>;
  /** Ends every session of the user and makes all devices unknown; a line in their log says who did it. */
  removeAll(userId: bigint, line: LogLine): Promise<void>;
  /** Deletes the dead ones. @returns how many */
  prune(cutoff: SessionCutoff): Promise<number>;
}

/** Devices by SHA-256 of the secret in their cookie, 32 bytes; the secret itself is stored nowhere. */
export interface DeviceStore {
  /** The user with this phone, if they logged in on this device. */
  userOf(tokenHash: Buffer, phone: string): Promise<bigint | null>;
  /** Whether anybody logged in on this device. */
  isKnown(tokenHash: Buffer): Promise<boolean>;
  /** Of more than `atMost` devices of the user the one seen longest ago becomes unknown. */
  remember(tokenHash: Buffer, userId: bigint, at: number, atMost: number): Promise<void>;
  /** Gives the device another secret, for all its users. */
  rename(tokenHash: Buffer, newTokenHash: Buffer): Promise<void>;
  prune(seenBefore: number): Promise<void>;
}

/**
 * Word from the database that a user's sessions ended or that the user's row changed (password,
 * block, role), whichever process did it.
 */
export interface IdentityNotices {
  /**
   * @param changed called with the user; with null when notices may have been missed (the
   *                connection was lost and is back), so everybody has to be looked up again.
   * @returns stops listening.
   */
  listen(changed: (userId: bigint | null) => void): Promise<() => Promise<void>>;
}

export interface ThrottleKey {
  key: string;
  /** How long attempts are remembered from the first one, ms. */
  windowMs: number;
}

export interface ThrottleStore {
  /**
   * Counts one attempt under each key, atomically and in one round trip. A window begins with its
   * first attempt and does not move; an attempt after its end begins a new one.
   * @returns for each key, in order: attempts in the window with this one, and when it ends (ms).
   */
  count(keys: ThrottleKey[], now: number): Promise<{ attempts: number; endsAt: number }[]>;
  /** Takes back one attempt of each key, not below zero. */
  release(keys: string[]): Promise<void>;
  clear(keys: string[]): Promise<void>;
  /** Deletes windows that ended before `now`. */
  prune(now: number): Promise<void>;
}

/** How attempts are slowed: `free` of them in a window go through at once, then a pause follows each, ever longer. */
export interface Pace {
  windowMs: number;
  free: number;
  /** After the last free attempt; every further one doubles it … */
  firstPauseMs: number;
  /** … up to this. */
  longestPauseMs: number;
}

/** What an attempt has to get past. */
export interface DoorKey {
  key: string;
  pace: Pace;
}

/** How a door stands. */
export interface DoorState {
  /** Names its window: when that ends, ms of the clock that all processes share and no other. */
  windowEnd: number;
  /** 0: it is open. */
  opensInMs: number;
  /** It is shut so long after the next attempt. */
  nextPauseMs: number;
}

export interface DoorEntry {
  isIn: boolean;
  /** As they stand afterwards, in the order of the question. */
  doors: DoorState[];
}

/** An attempt in a window of a door. */
export type DoorCounted = DoorKey & Pick<DoorState, 'windowEnd'>;

/** Doors that every process asks, by one clock. */
export interface DoorStore {
  /**
   * Counts an attempt at each of the doors, or at none of them when one is shut: in one round trip and atomically, so that
   * no number of attempts at the same moment slips through, wherever they come in.
   */
  enter(doors: readonly DoorKey[]): Promise<DoorEntry>;
  /** Takes an attempt back where its window lasts. */
  leave(doors: readonly DoorCounted[]): Promise<void>;
  /** Forgets windows that ended. */
  forget(): Promise<void>;
}

/** A line of a person's own log, as they may read it. */
export interface LogRecordView {
  id: bigint;
  at: number;
  kind: LogRecord['kind'];
  by: LogRecord['by'];
  reason: string | null;
  marketId: string | null;
  /** Signed, units of 0.000001 USDT; of an adjustment. */
  amount: bigint | null;
}

export interface LogFilter {
  userId: bigint;
  /** Only lines with a smaller id. */
  beforeId: bigint | null;
  limit: number;
}

export interface AccountLogReader {
  /** Newest first. */
  list(filter: LogFilter): Promise<LogRecordView[]>;
}

/** What a guest who was ended has left open in a market. */
export interface LeftOpen {
  marketId: string;
  accountId: bigint;
}

/** Guests who don't come back. */
export interface GuestStore {
  /** How many there are who were not ended. */
  count(): Promise<number>;
  /**
   * Ends one guest who was not seen since: their sessions, and what was theirs alone. One transaction.
   * @returns false when there is none
   */
  endOne(seenBefore: number, at: number): Promise<boolean>;
  /** Ended guests who may have left something open, by id after `afterId`. @returns their ids */
  leavingOpen(afterId: bigint, atMost: number): Promise<bigint[]>;
  /** What a user has open in markets that are everybody's and go on. */
  openOf(userId: bigint): Promise<LeftOpen[]>;
  /** Nothing is open any more. */
  nothingOpen(userId: bigint): Promise<void>;
}
