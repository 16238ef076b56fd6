/** The storage can't be used as asked; the message is one line for the person at the terminal. */
export class StorageError extends Error {}

/** The database was prepared by a later version of the program: no start of this one can use it. */
export class NewerDatabaseError extends StorageError {
  /** @param migration a name that this program does not know */
  constructor(migration: string) {
    super(`the database is of a later version of the program: it has the migration ${migration}, unknown here`);
  }
}
