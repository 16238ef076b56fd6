/** What a private note may hold. A tag leaves one's list with its last note. */
export const MAX_NOTE_LENGTH = 2000;
/** In a note, and in one's own list of them. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 24;
