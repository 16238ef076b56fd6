/** The command line was not understood; the message is one line. */
export class UsageError extends Error {}
