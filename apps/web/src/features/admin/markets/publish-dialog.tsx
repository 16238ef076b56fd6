import { recipeWords, scenarioLabel } from '@plecho/domain';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { formatTime } from '../format.ts';
import { texts } from '../texts.ts';
import { publicationOf, type ScenarioDraft } from './draft.ts';
import { marketTexts } from './texts.ts';

const { form: words } = marketTexts;

interface PublishDialogProps {
  /** null while nothing is to be confirmed. */
  draft: ScenarioDraft | null;
  pending: boolean;
  checking: boolean;
  /** What the server refused. */
  refusal: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

const time = (seconds: number | undefined, otherwise: string): string =>
  seconds === undefined ? otherwise : formatTime(seconds * 1000);

function Summary({ draft }: { draft: ScenarioDraft }) {
  const { recipe, costs, startAt, endAt, blind } = publicationOf(draft);
  const { takerFeePercent = '0', makerFeePercent = '0', funding } = costs ?? {};
  return (
    <div className="flex flex-col gap-3">
      <p className="text-warn">{words.immutable}</p>
      <div lang="ru" className="flex flex-col gap-1">
        <p className="font-semibold">{scenarioLabel(recipe, blind)}</p>
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-secondary">
          {recipeWords(recipe).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </div>
      <FactList>
        <Fact name={words.starts}>{time(startAt, words.now)}</Fact>
        <Fact name={words.ends}>{time(endAt, words.onDemand)}</Fact>
        <Fact name={words.costs.fees}>
          {costs === undefined ? words.costs.none : words.costs.feesAre(takerFeePercent, makerFeePercent)}
        </Fact>
        <Fact name={words.costs.funding}>
          {funding === undefined ? words.costs.none : words.costs.fundingIs(funding.intervalHours, funding.capPercent)}
        </Fact>
        <Fact name={words.recipe}>{blind ? words.isBlind : words.isOpen}</Fact>
      </FactList>
    </div>
  );
}

/** Everything once more before it is for good. */
export function PublishDialog({ draft, pending, checking, refusal, onConfirm, onClose }: PublishDialogProps) {
  return (
    <Dialog
      open={draft !== null}
      onClose={onClose}
      title={words.publishTitle}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="primary" pending={pending || checking} onClick={onConfirm}>
            {checking ? texts.checking : words.confirm}
          </Button>
        </>
      }
    >
      {draft !== null && <Summary draft={draft} />}
      {refusal !== null && (
        <p role="alert" className="mt-3 text-down">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
