import { MAX_PROOF_BYTES } from '@plecho/proofs';

export type ReadFile =
  | { status: 'read'; name: string; bytes: Uint8Array }
  | { status: 'tooLarge' | 'unreadable'; name: string };

/** Reads a file that somebody chose, unless it is larger than any proof. It never leaves the page. */
export async function readProofFile(file: File): Promise<ReadFile> {
  const { name, size } = file;
  if (size > MAX_PROOF_BYTES) return { status: 'tooLarge', name };
  try {
    return { status: 'read', name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    // A folder that was dropped, or a file that is gone by now.
    return { status: 'unreadable', name };
  }
}
