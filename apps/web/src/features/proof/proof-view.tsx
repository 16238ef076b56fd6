import { useDeferredValue, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { parseTlogProof, toBase64, type VerifiedProof } from '@plecho/proofs';
import { listenToPinnedKey, pinnedKey, type PinnedKey } from '@/lib/log-memory.ts';
import { Panel } from '@/ui/panel.tsx';
import type { KnownHead } from './check-log.ts';
import { useCheckedKey } from './use-checked-key.ts';
import { LogGrowth } from './log-growth.tsx';
import { StepLine } from './step-line.tsx';
import { verdictTexts as texts } from './step-texts.ts';
import { useVerified } from './use-verified.ts';
import { Verdict } from './verdict.tsx';

/** The checkpoint of a proof that the key of this installation has signed; null for any other. */
function signedHead({ ok, checkpoint, proof }: VerifiedProof, pinned: PinnedKey | null): KnownHead | null {
  const isOwn = checkpoint?.origin.startsWith(`plecho.log/${pinned?.installation}/`);
  if (!ok || checkpoint === null || proof === null || isOwn !== true) return null;
  const said = parseTlogProof(proof.exit.proof)?.checkpoint ?? '';
  return { size: String(checkpoint.size), root: toBase64(checkpoint.root), said };
}

interface ProofViewProps {
  /** null as long as there is none. */
  file: string | Uint8Array | null;
  /** In place of the verdict as long as there is no file. */
  before?: ReactNode;
  /** What may be done with it. */
  actions?: ReactNode;
  /** What else can be checked of a file that holds. */
  more?: MoreChecks | undefined;
}

/** Checks that need more than the file, of a proof that holds. */
export type MoreChecks = (verified: VerifiedProof) => ReactNode;

/** Asks for the key again when a file has another one: it may have been changed since the page was opened. */
function useNewestKey(verified: VerifiedProof | null): void {
  const { refetch } = useCheckedKey();
  const isUnknown = verified?.steps.some(({ code }) => code === 'unknown_key') ?? false;
  useEffect(() => {
    if (isUnknown) void refetch();
  }, [isUnknown, verified, refetch]);
}

/** Every step of the check of a file, with its numbers. */
function Steps({ verified, pinned }: { verified: VerifiedProof; pinned: PinnedKey | null }) {
  const { steps, proof } = verified;
  const head = useMemo(() => signedHead(verified, pinned), [verified, pinned]);
  const prices = steps.find(({ step }) => step === 'price')?.facts ?? {};
  return (
    <Panel title={texts.steps}>
      <ol>
        {steps.map((result) => (
          <StepLine key={result.step} result={result} prices={prices} />
        ))}
        {head !== null && proof !== null && <LogGrowth market={proof.market.id} head={head} />}
      </ol>
    </Panel>
  );
}

/** The verdict on a file, and what it stands on. */
export function ProofView({ file, before, actions, more }: ProofViewProps) {
  const pinned = useSyncExternalStore(listenToPinnedKey, pinnedKey);
  const verified = useVerified(file, pinned);
  // The verdict is drawn first: its steps are ten times as much, and what they ask of the server is more.
  const isDetailed = useDeferredValue(verified !== null, false);
  useNewestKey(verified);
  return (
    <div>
      {/* It is there before the verdict: only what comes into it is read out. */}
      <div role="status">{verified !== null && <Verdict verified={verified} actions={actions} />}</div>
      {verified === null && before}
      {verified !== null && !isDetailed && <div className="min-h-screen" />}
      {verified !== null && isDetailed && (
        <div className="mt-5 flex flex-col gap-5">
          <Steps verified={verified} pinned={pinned} />
          {verified.ok && more?.(verified)}
        </div>
      )}
    </div>
  );
}
