import { useEffect, useState } from 'react';
import { fromBase64, rotationName, verifyProofAhead, type VerifiedProof, type VerifyOptions } from '@plecho/proofs';
import type { PinnedKey } from '@/lib/log-memory.ts';

/** For whoever looks how long a check takes, in the browser's own tools. */
const MEASURE = 'proof verified';

export interface CheckedProof extends VerifiedProof {
  /** It is of another installation than the one that this browser knows: it was checked with the key that it brings along. */
  isForeign: boolean;
}

/** The keys that this browser knows, under the name of their installation. */
function trustIn(pinned: PinnedKey | null): VerifyOptions {
  if (pinned === null) return {};
  const trusted = pinned.keys.map(fromBase64).filter((key) => key !== null);
  return { trusted, name: rotationName(pinned.installation) };
}

/** Whether neither key nor name is of the installation. Its own key under another name is no stranger's: that is refused. */
const isOfAnother = ({ steps }: VerifiedProof, { installation }: PinnedKey): boolean =>
  steps.some(
    ({ code, facts }) =>
      code === 'unknown_key' && facts['origin']?.startsWith(`${rotationName(installation)}/`) === false,
  );

/** Checks a file against the keys that this browser knows; against the key in the file when it knows none of its installation. */
async function verify(file: string | Uint8Array, pinned: PinnedKey | null): Promise<CheckedProof> {
  const start = performance.now();
  const verified = await verifyProofAhead(file, trustIn(pinned));
  const isForeign = pinned !== null && isOfAnother(verified, pinned);
  const checked = isForeign ? await verifyProofAhead(file) : verified;
  performance.measure(MEASURE, { start });
  return { ...checked, isForeign };
}

/**
 * A file checked; null as long as there is none, and while it is being checked.
 * @param pinned the keys that this browser knows; with others the file is checked again
 */
export function useVerified(file: string | Uint8Array | null, pinned: PinnedKey | null): CheckedProof | null {
  const [checked, setChecked] = useState<{ file: string | Uint8Array; verified: CheckedProof } | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (file !== null) void verify(file, pinned).then((verified) => isWanted && setChecked({ file, verified }));
    return () => void (isWanted = false);
  }, [file, pinned]);
  return checked !== null && checked.file === file ? checked.verified : null;
}
