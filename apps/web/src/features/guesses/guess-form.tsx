import { useState, type KeyboardEvent } from 'react';
import type { Guess } from '@plecho/contract';
import { useMakeGuess } from '@/api/guesses.ts';
import { Button, MONEY_UNIT, TextField } from '@/ui/index.ts';
import { NOTHING_TYPED, readGuess, type About, type TypedGuess } from './read-guess.ts';
import { texts } from './texts.ts';

interface GuessFormProps {
  about: About;
  onAnswer: (guess: Guess) => void;
  onSkip: () => void;
}

/** Asks for a guess within the ticket; the ticket's own form stays what it is. */
export function GuessForm({ about, onAnswer, onSkip }: GuessFormProps) {
  const [typed, setTyped] = useState<TypedGuess>(NOTHING_TYPED);
  const [wrong, setWrong] = useState<'liquidation' | 'loss' | null>(null);
  const { mutate, isPending, error } = useMakeGuess();
  const change = (part: Partial<TypedGuess>): void => {
    setTyped({ ...typed, ...part });
    setWrong(null);
  };
  const send = (): void => {
    const read = readGuess(about, typed);
    if ('wrong' in read) setWrong(read.wrong);
    else if (!isPending) mutate(read.body, { onSuccess: onAnswer });
  };
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Of the order, which is not what was asked.
    event.preventDefault();
    send();
  };
  return (
    <section aria-label={texts.first} className="flex flex-col gap-2 rounded-md border border-accent/50 p-2.5 text-xs">
      <p className="text-secondary">{texts.ask}</p>
      <TextField
        numeric
        dense
        label={texts.liquidation}
        value={typed.liquidation}
        disabled={isPending || typed.isNone}
        error={wrong === 'liquidation' ? texts.badLiquidation : null}
        onChange={({ target }) => change({ liquidation: target.value })}
        onKeyDown={onEnter}
        suffix="USDT"
      />
      <label className="flex min-h-6 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={typed.isNone}
          disabled={isPending}
          onChange={({ target }) => change({ isNone: target.checked })}
        />
        {texts.none}
      </label>
      <TextField
        numeric
        dense
        label={texts.loss}
        value={typed.loss}
        disabled={isPending}
        error={wrong === 'loss' ? texts.badLoss : null}
        onChange={({ target }) => change({ loss: target.value })}
        onKeyDown={onEnter}
        suffix={MONEY_UNIT}
      />
      {error !== null && (
        <p role="alert" className="text-down">
          {error.message === '' ? texts.failed : error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={isPending} onClick={send}>
          {isPending ? texts.checking : texts.check}
        </Button>
        <Button size="sm" variant="ghost" onClick={onSkip}>
          {texts.skip}
        </Button>
      </div>
    </section>
  );
}
