import { useRef, useState, type ReactNode } from 'react';
import type { Guess } from '@plecho/contract';
import { useMarket } from '@/api/queries.ts';
import { lateCode } from '@/lib/late-code.ts';
import { usePersistentState } from '@/lib/storage.ts';
import { nameOf, type About } from './read-guess.ts';
import { texts } from './texts.ts';

// Most never ask to guess first.
const useGuessForm = lateCode(() => import('./guess-form.tsx'));
const useGuessResult = lateCode(() => import('./guess-result.tsx'));

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** What of «Сначала прогноз» belongs into an order ticket. */
export interface GuessFirst {
  /** The figures that are being guessed must not be seen. */
  isConcealed: boolean;
  /** The question or, after it, the answer. */
  panel: ReactNode;
  /** The switch. */
  option: ReactNode;
}

interface Ticket extends Omit<About, 'margin'> {
  /** null while there is nothing to guess about: no amount, no price, or an order that fills at another price. */
  margin: About['margin'] | null;
  priceDecimals: number;
  /** Whether the ticket shows its further fields, the switch among them. */
  isMoreOpen: boolean;
}

/** Asks for a guess of what a ticket would show, once for each pair, direction and leverage. */
export function useGuessFirst({ margin, priceDecimals, isMoreOpen, ...about }: Ticket): GuessFirst {
  const [isOn, setOn] = usePersistentState('guess-first', false, isFlag);
  /** What has been shown, and the guesses among it. */
  const [shown, setShown] = useState<Readonly<Record<string, Guess | null>>>({});
  const name = nameOf(about, useMarket().id);
  const show = (guess: Guess | null): void => setShown({ ...shown, [name]: guess });
  const form = useGuessForm(isOn);
  const result = useGuessResult(isOn);
  const isConcealed = isOn && margin !== null && !Object.hasOwn(shown, name);
  const answer = isOn ? shown[name] : null;
  const place = useRef<HTMLDivElement>(null);
  const tell = (guess: Guess): void => {
    show(guess);
    // The question that had the focus goes, and what is told is read out.
    place.current?.focus();
  };
  const content = (): ReactNode => {
    if (isConcealed && margin !== null) {
      const answered = { about: { ...about, margin }, onAnswer: tell, onSkip: () => show(null) };
      return form === null ? null : <form.GuessForm key={name} {...answered} />;
    }
    if (answer == null || result === null) return null;
    return <result.GuessResult guess={answer} priceDecimals={priceDecimals} />;
  };
  const panel = content();
  return {
    isConcealed,
    panel: panel !== null && (
      <div ref={place} tabIndex={-1} className="outline-none">
        {panel}
      </div>
    ),
    option:
      isOn || isMoreOpen ? (
        <label className="flex min-h-6 cursor-pointer items-start gap-2 text-xs pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={isOn}
            onChange={({ target }) => {
              // What is in sight by now can't be guessed any more.
              if (target.checked) show(null);
              setOn(target.checked);
            }}
          />
          <span>
            {texts.option}
            {isOn && Object.keys(shown).length <= 1 && <span className="block text-muted">{texts.optionHint}</span>}
          </span>
        </label>
      ) : null,
  };
}
