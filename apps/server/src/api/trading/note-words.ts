import { MAX_NOTE_LENGTH, tagOf } from '@plecho/domain';
import { Problem } from '../../lib/problem.ts';

/** Control characters, what turns the direction of a line and what shows nothing; but not what joins an emoji. */
const UNSEEN = /(?!\n|\u200D|\uFE0F)(?:\p{C}|\p{Default_Ignorable_Code_Point})/gu;

/**
 * The text of a note as it is kept: what is not seen is taken out, lines end with a line feed, no blanks at the end.
 * @throws Problem note_too_long
 */
export function noteTextOf(text: string): string {
  const seen = text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '')
    .trimEnd();
  if (seen.length > MAX_NOTE_LENGTH) throw new Problem('note_too_long');
  return seen;
}

/**
 * Tags as they are kept: in small letters, each once.
 * @throws Problem invalid_tag
 */
export function tagsOf(texts: readonly string[]): string[] {
  const tags = texts.map((text) => {
    const tag = tagOf(text);
    if (tag === null) throw new Problem('invalid_tag');
    return tag;
  });
  return [...new Set(tags)];
}
