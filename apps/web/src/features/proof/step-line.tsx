import type { Facts, StepResult } from '@plecho/proofs';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { LongText } from '@/ui/long-text.tsx';
import { shownFacts } from './step-facts.ts';
import { StepFrame } from './step-frame.tsx';
import { asSentence, problemOf, reasonOf, stepWords } from './step-texts.ts';

function sentenceOf({ step, outcome, code }: StepResult): string {
  if (outcome === 'passed') return stepWords[step].proves;
  if (outcome === 'unchecked') return reasonOf(code);
  return asSentence(problemOf(step, code));
}

/** One step of the check: what it proves or what is wrong, and its numbers. */
export function StepLine({ result, prices }: { result: StepResult; prices: Facts }) {
  const { step, outcome } = result;
  const facts = shownFacts(step, result.facts, prices);
  const short = facts.filter(({ copy, isFormula }) => copy === undefined && isFormula === undefined);
  const formulas = facts.filter(({ isFormula }) => isFormula);
  const long = facts.filter(({ copy }) => copy !== undefined);
  return (
    <StepFrame title={stepWords[step].title} outcome={outcome} sentence={sentenceOf(result)}>
      {short.length > 0 && (
        <FactList className="text-xs sm:grid sm:grid-cols-2 sm:gap-x-10">
          {short.map(({ name, text }) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
        </FactList>
      )}
      {formulas.map(({ name, text }) => (
        <div key={name} className="text-xs">
          <p className="text-secondary">{name}</p>
          <p className="break-words tabular">{text}</p>
        </div>
      ))}
      {long.map(({ name, text, copy = '' }) => (
        <LongText key={name} name={name} text={text} copy={copy} />
      ))}
    </StepFrame>
  );
}
