import { parseCheckpoint, parseNote } from '@plecho/proofs';
import type { LogTip } from './ports.ts';

/** What a signed checkpoint says; null without one, and for what is none. */
export function tipOf(checkpoint: string | null): LogTip | null {
  const note = checkpoint === null ? null : parseNote(checkpoint);
  const said = note === null ? null : parseCheckpoint(note.text);
  return said === null ? null : { size: said.size, root: said.root };
}
