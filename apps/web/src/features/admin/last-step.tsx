import { Button } from '@/ui/button.tsx';
import { texts } from './texts.ts';

interface LastStepProps {
  /** `sure` is asked; `confirm` and `back` stand on the buttons. */
  words: { sure: string; confirm: string; back: string };
  isPending: boolean;
  /** Whether it is being found out what became of the request. */
  checking: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** The last question before something can’t be changed any more, under what will be sent. */
export function LastStep({ words, isPending, checking, onConfirm, onBack }: LastStepProps) {
  return (
    <>
      <p>{words.sure}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="danger" pending={isPending || checking} onClick={onConfirm}>
          {checking ? texts.checking : words.confirm}
        </Button>
        <Button variant="ghost" ref={focus} disabled={isPending} onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </>
  );
}
