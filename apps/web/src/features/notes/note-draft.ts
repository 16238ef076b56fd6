import type { KeepNote, Note } from '@plecho/contract';
import { tagOf } from '@plecho/domain';

/** What somebody is writing, and the version that it changes. */
export type NoteDraft = KeepNote;

export const draftOf = (note: Note | null): NoteDraft => ({
  text: note?.text ?? '',
  tags: note?.tags ?? [],
  version: note?.version ?? 0,
});

/** Whether both say the same. */
export const saysTheSame = (a: Omit<NoteDraft, 'version'>, b: Omit<NoteDraft, 'version'>): boolean =>
  a.text === b.text && a.tags.length === b.tags.length && a.tags.every((tag, n) => tag === b.tags[n]);

/** The draft with one tag more, in the form in which the server keeps it; null when the server would not. */
export function withTag(draft: NoteDraft, typed: string): NoteDraft | null {
  if (typed.trim() === '') return draft;
  const tag = tagOf(typed);
  if (tag === null) return null;
  return draft.tags.includes(tag) ? draft : { ...draft, tags: [...draft.tags, tag] };
}
