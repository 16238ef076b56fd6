import type { ClassSource, Dataset, NewClass } from '@plecho/contract';
import { readyNameOf } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { formatAmount, formatTime, toUtcField, zoneName } from '../format.ts';
import { LastStep } from '../last-step.tsx';
import { classTexts, ruleLines } from './texts.ts';

const { form: words } = classTexts;

function SourceFacts({ source, datasets }: { source: ClassSource; datasets: readonly Dataset[] }) {
  return (
    <>
      <Fact name={words.source}>{words.sources[source.kind]}</Fact>
      {source.kind === 'scenario' && (
        <Fact name={words.recipe}>
          <span lang="ru">{readyNameOf(source.recipe)}</span>
          {source.blind && ` (${words.isBlind})`}
        </Fact>
      )}
      {source.kind === 'replay' && (
        <>
          <Fact name={words.dataset}>
            <span lang="ru">{datasets.find(({ id }) => id === source.dataset)?.title ?? source.dataset}</span>
          </Fact>
          <Fact name={words.from}>{toUtcField(source.from).replace('T', ', ')}</Fact>
          <Fact name={words.startAt}>
            {formatTime(source.startAt * 1000)} ({zoneName()})
          </Fact>
          <Fact name={words.speed}>{source.speed}</Fact>
        </>
      )}
    </>
  );
}

interface ClassReviewProps {
  /** What will be sent. */
  asked: NewClass;
  datasets: readonly Dataset[];
  isPending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** The last step before it can’t be changed any more: what will be sent, word for word, in place of the fields. */
export function ClassReview({ asked, datasets, isPending, onConfirm, onBack }: ClassReviewProps) {
  const checking = useChecking('makeClass');
  return (
    <div role="group" aria-label={words.title} className="flex flex-col gap-3">
      <FactList>
        <SourceFacts source={asked.source} datasets={datasets} />
        {asked.startBalance !== undefined && (
          <Fact name={words.startBalance}>{formatAmount(asked.startBalance)} USDT</Fact>
        )}
      </FactList>
      <ul aria-label={words.rules} className="flex list-disc flex-col gap-1 pl-4">
        {ruleLines(asked.rules).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <LastStep {...{ words, isPending, checking, onConfirm, onBack }} />
    </div>
  );
}
