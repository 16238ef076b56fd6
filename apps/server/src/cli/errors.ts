/** The command line was not understood; the message is one line. */
export class UsageError extends Error {}

/** A file that somebody named can't be used; the message is one line for them. */
export class InputError extends Error {}
