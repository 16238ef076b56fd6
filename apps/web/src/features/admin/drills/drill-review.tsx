import type { Dataset, NewDrill } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { toUtcField } from '../format.ts';
import { LastStep } from '../last-step.tsx';
import { texts } from './texts.ts';

const { review: words } = texts.make;

interface DrillReviewProps {
  /** What will be sent. */
  asked: NewDrill;
  dataset: Dataset;
  isPending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** The last step before what is played can’t be changed any more, in place of the fields. */
export function DrillReview({ asked, dataset, isPending, onConfirm, onBack }: DrillReviewProps) {
  const checking = useChecking('makeDrill');
  const { symbols = dataset.symbols, from, minutes, speed, masked } = asked;
  return (
    <div role="group" aria-label={texts.make.title} className="flex max-w-xl flex-col gap-3">
      <FactList>
        <Fact name={words.dataset}>
          <span lang="ru">{dataset.title}</span>
        </Fact>
        <Fact name={words.pairs}>{symbols.join(', ')}</Fact>
        <Fact name={words.from}>{toUtcField(from).replace('T', ', ')}</Fact>
        <Fact name={words.minutes}>{minutes}</Fact>
        <Fact name={words.speed}>{`${speed}x`}</Fact>
        <Fact name={words.masked}>{masked ? words.isMasked : words.isOpen}</Fact>
      </FactList>
      <LastStep {...{ words, isPending, checking, onConfirm, onBack }} />
    </div>
  );
}
