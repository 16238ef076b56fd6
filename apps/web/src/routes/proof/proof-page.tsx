import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { paths } from '@/app/paths.ts';
import { AlarmDetails } from '@/features/proof/alarm-details.tsx';
import { FileCheck } from '@/features/proof/file-check.tsx';
import { KeyPanel } from '@/features/proof/key-panel.tsx';
import { Limits } from '@/features/proof/limits.tsx';
import { pageTexts as texts } from '@/features/proof/page-texts.ts';
import type { MoreChecks as MoreChecksOf } from '@/features/proof/proof-view.tsx';
import { selfChecked } from '@/features/proof/self-checked.ts';
import { SeenLogs } from '@/features/proof/seen-logs.tsx';
import { TradeCheck } from '@/features/proof/trade-check.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { MoreChecks } from './more-checks.tsx';

const more: MoreChecksOf = (verified) => <MoreChecks verified={verified} />;

/** Whether this browser checks signatures as it should, once it has had the time to try; true until then. */
function useSelfCheck(): boolean {
  const [isSound, setSound] = useState(true);
  useEffect(() => void selfChecked().then(setSound), []);
  return isSound;
}

/** /proof: the proof of a trade that the address names, or of a file, checked in the page. For anybody. */
export function ProofPage() {
  const { trade, market } = useLocation().search as Record<string, string | undefined>;
  const isSound = useSelfCheck();
  return (
    <div className="page flex max-w-3xl flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{texts.title}</h1>
        <p className="max-w-prose text-pretty text-secondary">{texts.lead}</p>
      </header>
      <AlarmDetails />
      {!isSound && <ErrorState title={texts.unsound} hint={texts.unsoundHint} />}
      {trade === undefined ? (
        <FileCheck more={more} />
      ) : (
        <TradeCheck key={trade} trade={trade} market={market} more={more} />
      )}
      {trade !== undefined && (
        <Link href={paths.proof()} className="self-start text-accent hover:underline">
          {texts.another}
        </Link>
      )}
      <Limits />
      <SeenLogs asked={market} />
      <KeyPanel />
    </div>
  );
}
