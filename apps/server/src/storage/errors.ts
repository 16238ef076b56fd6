/** The storage can't be used as asked; the message is one line for the person at the terminal. */
export class StorageError extends Error {}
