import { useDeferredValue, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { parseTlogProof, toBase64, type VerifiedProof } from '@plecho/proofs';
import { listenToPinnedKey, pinnedKey } from '@/lib/log-memory.ts';
import { Panel } from '@/ui/panel.tsx';
import type { KnownHead } from './check-log.ts';
import { useCheckedKey } from './use-checked-key.ts';
import { LogGrowth } from './log-growth.tsx';
import { pageSteps, type AskedTrade, type PageStep } from './page-steps.ts';
import { StepFrame } from './step-frame.tsx';
import { StepLine } from './step-line.tsx';
import { asSentence, verdictTexts as texts } from './step-texts.ts';
import { useVerified, type CheckedProof } from './use-verified.ts';
import { Verdict } from './verdict.tsx';

/** The checkpoint of a proof that the key of this installation has signed; null for any other, which is said in a step. */
function signedHead({ ok, steps, checkpoint, proof }: VerifiedProof): KnownHead | null {
  const isOwn = steps.some(({ step, facts }) => step === 'signature' && facts['trusted'] === 'yes');
  if (!ok || checkpoint === null || proof === null || !isOwn) return null;
  const said = parseTlogProof(proof.exit.proof)?.checkpoint ?? '';
  return { size: String(checkpoint.size), root: toBase64(checkpoint.root), said, isSigned: true };
}

interface ProofViewProps {
  /** null as long as there is none. */
  file: string | Uint8Array | null;
  /** The trade whose proof it has to be; without it any. */
  asked?: AskedTrade;
  /** In place of the verdict as long as there is no file. */
  before?: ReactNode;
  /** What may be done with it. */
  actions?: ReactNode;
  /** What else can be checked of a file that holds. */
  more?: MoreChecks | undefined;
}

/** Checks that need more than the file, of a proof that holds. */
export type MoreChecks = (verified: CheckedProof) => ReactNode;

/** Asks for the key again when a file has another one: it may have been changed since the page was opened. */
function useNewestKey(verified: CheckedProof | null): void {
  const { refetch } = useCheckedKey();
  const isUnknown = verified?.isForeign === true || verified?.steps.some(({ code }) => code === 'unknown_key') === true;
  useEffect(() => {
    if (isUnknown) void refetch();
  }, [isUnknown, verified, refetch]);
}

/** Every step of the check of a file, with its numbers. */
function Steps({ verified, more }: { verified: VerifiedProof; more: readonly PageStep[] }) {
  const { steps, proof } = verified;
  const head = useMemo(() => signedHead(verified), [verified]);
  const prices = steps.find(({ step }) => step === 'price')?.facts ?? {};
  return (
    <Panel title={texts.steps}>
      <ol>
        {steps.map((result) => (
          <StepLine key={result.step} result={result} prices={prices} />
        ))}
        {more.map(({ title, outcome, words }) => (
          <StepFrame
            key={title}
            title={title}
            outcome={outcome}
            sentence={outcome === 'failed' ? asSentence(words) : words}
          />
        ))}
        {head !== null && proof !== null && <LogGrowth market={proof.market.id} head={head} />}
      </ol>
    </Panel>
  );
}

/** The verdict on a file, and what it stands on. */
export function ProofView({ file, asked, before, actions, more }: ProofViewProps) {
  const pinned = useSyncExternalStore(listenToPinnedKey, pinnedKey);
  const verified = useVerified(file, pinned);
  // The verdict is drawn first: its steps are ten times as much, and what they ask of the server is more.
  const isDetailed = useDeferredValue(verified !== null, false);
  useNewestKey(verified);
  const steps = verified === null ? [] : pageSteps(verified, asked ?? null);
  return (
    <div>
      {/* It is there before the verdict: only what comes into it is read out. */}
      <div role="status">{verified !== null && <Verdict verified={verified} more={steps} actions={actions} />}</div>
      {verified === null && before}
      {verified !== null && !isDetailed && <div className="min-h-screen" />}
      {verified !== null && isDetailed && (
        <div className="mt-5 flex flex-col gap-5">
          <Steps verified={verified} more={steps} />
          {verified.ok && more?.(verified)}
        </div>
      )}
    </div>
  );
}
