import type { RecomputedPrice } from '@plecho/synthetic';
import { formatExactPrice } from '@/lib/format.ts';
import { Icon } from '@/ui/icons.tsx';
import type { NamedRecord } from './named-record.ts';
import { texts } from './texts.ts';

/** A whole price, as in a formula. */
const priceText = (price: bigint): string => formatExactPrice(price, 0);

function sentenceOf(name: string, answer: Extract<RecomputedPrice, { outcome: 'matches' | 'differs' }>): string {
  if (answer.outcome === 'matches') return texts.same(name, priceText(answer.price));
  const { recorded, made } = answer;
  return made === null ? texts.noTick(name) : texts.different(name, priceText(recorded), priceText(made));
}

/** What came out for each record that could be compared. */
export function Answers({
  records,
  answers,
}: {
  records: readonly NamedRecord[];
  answers: readonly RecomputedPrice[];
}) {
  if (answers.some(({ outcome }) => outcome === 'notSynthetic')) return <p>{texts.unknownGenerator}</p>;
  return (
    <div role="status">
      <ul className="flex flex-col gap-1.5">
        {records.map(({ name }, n) => {
          const answer = answers[n];
          if (answer?.outcome !== 'matches' && answer?.outcome !== 'differs') return null;
          const isSame = answer.outcome === 'matches';
          return (
            <li key={name} className={isSame ? 'text-up' : 'text-down'}>
              <Icon name={isSame ? 'check' : 'alert'} className="mr-1.5 inline" />
              {sentenceOf(name, answer)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
