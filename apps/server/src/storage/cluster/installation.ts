import type { Queryable } from '../connection.ts';
import { StorageError } from '../errors.ts';

/** The id of this database: what names it among those that share a NATS. A backup restored elsewhere has another. */
export async function readInstallation(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM installation');
  if (rows[0] === undefined) throw new StorageError('the database has no id');
  return rows[0].id;
}
