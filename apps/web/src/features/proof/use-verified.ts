import { useEffect, useMemo, useState } from 'react';
import { checkSignaturesAhead, fromBase64, verifyProof, type VerifiedProof } from '@plecho/proofs';
import type { PinnedKey } from '@/lib/log-memory.ts';

/** Checks a file against the keys that this browser knows; against the key in the file when it knows none. */
function verify(file: string | Uint8Array, pinned: PinnedKey | null): VerifiedProof {
  const trusted = pinned?.keys.map(fromBase64).filter((key) => key !== null);
  return verifyProof(file, trusted === undefined ? {} : { trusted });
}

/**
 * A file checked; null as long as there is none, and while the browser looks at its signatures.
 * @param pinned the keys that this browser knows; with others the file is checked again
 */
export function useVerified(file: string | Uint8Array | null, pinned: PinnedKey | null): VerifiedProof | null {
  const [ready, setReady] = useState<string | Uint8Array | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (file !== null) void checkSignaturesAhead(file).then(() => isWanted && setReady(file));
    return () => void (isWanted = false);
  }, [file]);
  const checked = ready === file ? file : null;
  return useMemo(() => (checked === null ? null : verify(checked, pinned)), [checked, pinned]);
}
