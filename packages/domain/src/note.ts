/** What a private note may hold. A tag leaves one's list with its last note. */
export const MAX_NOTE_LENGTH = 2000;
/** In a note, and in one's own list of them. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 24;

const TAG = /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{M}\p{N}]+)*$/u;

/** A tag as it is kept, in small letters; null for what is none. */
export function tagOf(typed: string): string | null {
  const tag = typed.normalize('NFC').trim().replace(/ +/g, ' ').toLowerCase();
  return TAG.test(tag) && tag.length <= MAX_TAG_LENGTH ? tag : null;
}
