import { useEffect, useState } from 'react';
import { fromBase64, verifyProofAhead, type VerifiedProof } from '@plecho/proofs';
import type { PinnedKey } from '@/lib/log-memory.ts';

/** For whoever looks how long a check takes, in the browser's own tools. */
const MEASURE = 'proof verified';

/** Checks a file against the keys that this browser knows; against the key in the file when it knows none. */
async function verify(file: string | Uint8Array, pinned: PinnedKey | null): Promise<VerifiedProof> {
  const start = performance.now();
  const trusted = pinned?.keys.map(fromBase64).filter((key) => key !== null);
  const verified = await verifyProofAhead(file, trusted === undefined ? {} : { trusted });
  performance.measure(MEASURE, { start });
  return verified;
}

/**
 * A file checked; null as long as there is none, and while it is being checked.
 * @param pinned the keys that this browser knows; with others the file is checked again
 */
export function useVerified(file: string | Uint8Array | null, pinned: PinnedKey | null): VerifiedProof | null {
  const [checked, setChecked] = useState<{ file: string | Uint8Array; verified: VerifiedProof } | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (file !== null) void verify(file, pinned).then((verified) => isWanted && setChecked({ file, verified }));
    return () => void (isWanted = false);
  }, [file, pinned]);
  return checked !== null && checked.file === file ? checked.verified : null;
}
