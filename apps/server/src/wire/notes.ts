import type { Note } from '@plecho/contract';
import type { NoteView } from '../queries/ports.ts';

export const toWireNote = ({ text, tags, version, changedAt }: NoteView): Note => ({
  ...{ text, tags: [...tags], version, changedAt: Math.floor(changedAt / 1000) },
});
