import type { Guess } from '@plecho/contract';
import { CLOSE_ERROR } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatMoney, formatPrice } from '@/lib/format.ts';
import { texts } from './texts.ts';

interface LineProps {
  name: string;
  truth: string;
  guess: string;
  error: number;
  formula: string;
}

function Line({ name, truth, guess, error, formula }: LineProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-secondary">{name}</dt>
      <dd className="tabular">
        {truth}{' '}
        <span className={cx('whitespace-nowrap', error <= CLOSE_ERROR ? 'text-up' : 'text-warn')}>
          ({texts.guessed(guess, error)})
        </span>
      </dd>
      <dd className="text-muted">= {formula}</dd>
    </div>
  );
}

/** What was guessed beside what is true, with the way to it. */
export function GuessResult({ guess, priceDecimals }: { guess: Guess; priceDecimals: number }) {
  const priceText = (price: string | null): string => (price === null ? texts.none : formatPrice(price, priceDecimals));
  return (
    <section aria-label={texts.result} className="flex flex-col gap-2 rounded-md border border-hairline p-2.5 text-xs">
      <p role="status" className="text-secondary">
        {texts.result} {texts.at(formatPrice(guess.quote, priceDecimals))}
      </p>
      <dl className="flex flex-col gap-2">
        <Line
          name={texts.liquidation}
          truth={priceText(guess.liquidation.truth)}
          guess={priceText(guess.liquidation.guess)}
          error={guess.liquidation.error}
          formula={guess.type === 'long' ? texts.formulaLong : texts.formulaShort}
        />
        <Line
          name={texts.loss}
          truth={formatMoney(guess.loss.truth)}
          guess={formatMoney(guess.loss.guess)}
          error={guess.loss.error}
          formula={texts.formulaLoss}
        />
      </dl>
      <p className="text-muted">{guess.id === null ? texts.uncounted : texts.errorMeans}</p>
    </section>
  );
}
