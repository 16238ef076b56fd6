import { useState } from 'react';
import type { Scenario } from '@plecho/contract';
import { Button } from '@/ui/button.tsx';
import { CommitmentCheck } from '@/ui/commitment-check.tsx';
import { LongText } from '@/ui/long-text.tsx';
import { texts } from './texts.ts';

const { commitment: words } = texts;

/** What was published of a recipe before the start, and afterwards the check that it is the same recipe. */
export function Commitment({ scenario: { commitment, recipe, salt } }: { scenario: Scenario }) {
  const [isChecking, setChecking] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-secondary">{recipe === null ? words.blind : words.open}</p>
      <LongText name={words.name} text={commitment} copy={words.copy} />
      {recipe !== null && salt !== null && !isChecking && (
        <Button className="self-start" onClick={() => setChecking(true)}>
          {words.check}
        </Button>
      )}
      {recipe !== null && salt !== null && isChecking && <CommitmentCheck {...{ recipe, salt, commitment }} />}
    </div>
  );
}
