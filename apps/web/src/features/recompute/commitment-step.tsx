import type { ReactNode } from 'react';
import type { RevealedRecipe } from '@plecho/domain';
import { useMarketOnce } from '@/api/market-details.ts';
import { CommitmentCheck } from '@/ui/commitment-check.tsx';
import { LongText } from '@/ui/long-text.tsx';
import { Panel } from '@/ui/panel.tsx';
import { texts } from './commitment-texts.ts';

interface CommitmentStepProps {
  /** Entry 0 of the market's log. */
  definition: {
    market: { id: string; kind: string };
    /** SHA-256 of the recipe with its salt. */
    commitment: string | null;
    /** The recipe, where it was public from the start. */
    revealed: RevealedRecipe | null;
  };
}

/** The recipe as the server tells it, against the commitment that the proof brings along. */
function Told({ market, commitment }: { market: string; commitment: string }) {
  const { data, error } = useMarketOnce(market);
  if (data === undefined) {
    return error === null ? <p className="text-secondary">{texts.getting}</p> : <p>{texts.notGot(error.message)}</p>;
  }
  const { scenario } = data;
  if (scenario?.commitment !== commitment) return <p className="text-down">{texts.foreign}</p>;
  const { recipe, salt } = scenario;
  if (recipe === null || salt === null) return <p>{texts.blind}</p>;
  return (
    <>
      <p className="text-secondary">{texts.revealed}</p>
      <CommitmentCheck {...{ recipe, salt, commitment }} />
    </>
  );
}

function Framed({ commitment, children }: { commitment: string; children: ReactNode }) {
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3">
        <p className="text-secondary">{texts.what}</p>
        <LongText name={texts.name} text={commitment} copy={texts.copy} />
        {children}
      </div>
    </Panel>
  );
}

/** The step of a proof in which the recipe of a scenario is checked against its commitment. Nothing for other markets. */
export function CommitmentStep({ definition: { market, commitment, revealed } }: CommitmentStepProps) {
  if (market.kind !== 'scenario' || commitment === null) return null;
  return (
    <Framed commitment={commitment}>
      {revealed === null ? (
        <Told market={market.id} commitment={commitment} />
      ) : (
        <>
          <p className="text-secondary">{texts.open}</p>
          <CommitmentCheck {...revealed} commitment={commitment} />
        </>
      )}
    </Framed>
  );
}
