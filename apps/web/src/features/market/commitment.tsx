import { useState } from 'react';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Scenario } from '@plecho/contract';
import { commitmentText, type Recipe } from '@plecho/domain';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { LongText } from '@/ui/long-text.tsx';
import { texts } from './texts.ts';

const { commitment: words } = texts;

/** Also where the browser's own hash is missing: it has none for pages that came without encryption. */
const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

interface StepsProps {
  recipe: Recipe;
  salt: string;
  commitment: string;
}

/** The check as anybody could do it with other tools, step by step. */
function Steps({ recipe, salt, commitment }: StepsProps) {
  const text = commitmentText({ recipe, salt });
  const hash = hashOf(text);
  const isSame = hash === commitment;
  return (
    <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-muted">
      <li>
        <p className="text-secondary">{words.text}</p>
        <p className="mt-1 max-h-40 overflow-y-auto rounded bg-page p-2 text-xs break-all code">{text}</p>
      </li>
      <li>
        <p className="text-secondary">{words.hashed}</p>
        <p className="mt-1 break-all code">{hash}</p>
      </li>
      <li>
        <p className="text-secondary">{words.published}</p>
        <p className="mt-1 break-all code">{commitment}</p>
      </li>
      <li>
        <p role="status" className={isSame ? 'text-up' : 'text-down'}>
          <Icon name={isSame ? 'check' : 'alert'} className="mr-1.5 inline" />
          {isSame ? words.same : words.different}
        </p>
      </li>
    </ol>
  );
}

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
      {recipe !== null && salt !== null && isChecking && <Steps {...{ recipe, salt, commitment }} />}
    </div>
  );
}
