import type { Dataset, NewDrill } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { Button } from '@/ui/button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { toUtcField } from '../format.ts';
import { texts } from './texts.ts';

const { review: words } = texts.make;
const focus = (element: HTMLElement | null): void => element?.focus();

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
      <p>{words.sure}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="danger" pending={isPending} checking={checking} onClick={onConfirm}>
          {words.confirm}
        </Button>
        <Button variant="ghost" ref={focus} disabled={isPending} onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  );
}
