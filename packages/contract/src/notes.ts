import { MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '@plecho/domain';
import * as z from 'zod/mini';
import { seconds } from './common.ts';

/** What somebody wrote about a trade of theirs, for themselves alone (rule S13). */
export const note = z.strictObject({
  /** Plain text with line breaks; nothing in it is markup. */
  text: z.string(),
  /** Of one's own list, in the order they were given. */
  tags: z.array(z.string()),
  /** Grows with every change, from 1. */
  version: z.int(),
  /** By the server's clock. */
  changedAt: seconds,
});
export type Note = z.infer<typeof note>;

/** Replaces text and tags; an empty text without tags takes the note away. */
export const keepNote = z.strictObject({
  text: z.string().check(z.maxLength(MAX_NOTE_LENGTH)),
  tags: z.array(z.string().check(z.maxLength(MAX_TAG_LENGTH))).check(z.maxLength(MAX_TAGS)),
  /** The version that was changed; 0 for the first. Refused when there is a newer one that says something else. */
  version: z.int().check(z.gte(0)),
});
export type KeepNote = z.infer<typeof keepNote>;

/** The number of a tag in one's own list, which addresses carry in its place: what somebody wrote is in none. */
export const tagNumber = z.string().check(z.regex(/^([1-9]|1\d|20)$/));

export const tagList = z.strictObject({
  items: z.array(z.strictObject({ number: z.int(), tag: z.string(), trades: z.int() })),
});
export type TagList = z.infer<typeof tagList>;
