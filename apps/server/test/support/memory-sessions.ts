import type { NewSession, SessionRecord, SessionStore, UserRecord } from '../../src/identity/ports.ts';

export const userRecord = (id: bigint): UserRecord => ({
  id,
  phone: `+7916000${String(id).padStart(4, '0')}`,
  passwordHash: '',
  firstName: null,
  lastName: null,
  blockReason: null,
  role: 'user',
  createdAt: 0,
});

/** Sessions of users that a test can change. */
export class MemorySessions implements SessionStore {
  readonly users = new Map<bigint, UserRecord>();
  readonly rows = new Map<string, SessionRecord>();
  finds = 0;
  /** Every read fails, as when the database is gone. */
  broken = false;
  touched: { id: bigint; at: number }[] = [];

  create({ tokenHash, userId, userAgent, createdAt }: NewSession): Promise<SessionRecord> {
    const record = { id: BigInt(this.rows.size + 1), userId, userAgent, createdAt, lastSeenAt: createdAt };
    this.rows.set(tokenHash.toString('hex'), record);
    return Promise.resolve(record);
  }

  async find(tokenHash: Buffer): Promise<{ session: SessionRecord; user: UserRecord } | null> {
    this.finds += 1;
    if (this.broken) throw new Error('the database is gone');
    const session = this.rows.get(tokenHash.toString('hex'));
    await Promise.resolve();
    return session === undefined
      ? null
      : { session: { ...session }, user: this.users.get(session.userId) ?? userRecord(session.userId) };
  }

  touch(id: bigint, at: number): Promise<void> {
    this.touched.push({ id, at });
    return Promise.resolve();
  }

  list(userId: bigint): Promise<SessionRecord[]> {
    return Promise.resolve([...this.rows.values()].filter((row) => row.userId === userId));
  }

  remove(id: bigint): Promise<void> {
    for (const [key, row] of this.rows) if (row.id === id) this.rows.delete(key);
    return Promise.resolve();
  }

  removeOldest(userId: bigint, atMost: number): Promise<number> {
    const own = [...this.rows].filter(([, row]) => row.userId === userId).slice(0, -atMost);
    for (const [key] of own) this.rows.delete(key);
    return Promise.resolve(own.length);
  }

  removeAll(userId: bigint): Promise<void> {
    for (const [key, row] of this.rows) if (row.userId === userId) this.rows.delete(key);
    return Promise.resolve();
  }

  prune(): Promise<number> {
    return Promise.resolve(0);
  }
}
