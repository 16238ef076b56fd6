import type { Guess, GuessAccuracy, GuessList } from '@plecho/contract';
import { CLOSE_ERROR, ONE_PRICE, parsePrice, PRICE_DECIMALS } from '@plecho/domain';
import { useGuesses } from '@/api/guesses.ts';
import { cx } from '@/lib/class-names.ts';
import { formatMoney, formatPrice, formatShortDateTime } from '@/lib/format.ts';
import { EmptyState, ErrorState, SideBadge, Skeleton } from '@/ui/index.ts';
import { GuessCurve } from './guess-curve.tsx';
import { texts } from './texts.ts';

function Accuracy({ name, accuracy }: { name: string; accuracy: GuessAccuracy }) {
  if (accuracy === null) return null;
  return (
    <div className="rounded-md border border-hairline p-3">
      <h3 className="mb-1 text-xs text-secondary">{name}</h3>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <div>
          <dt className="text-xs text-muted">{texts.close}</dt>
          <dd className="text-base font-semibold tabular">{texts.share(accuracy.within)}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{texts.meanError}</dt>
          <dd className="text-base font-semibold tabular">{texts.share(accuracy.meanError)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** As many digits as tell a guess from the truth. */
const written = (decimal: string | null): string => {
  const price = decimal === null ? null : parsePrice(decimal);
  if (price === null) return texts.none;
  return formatPrice(price, price < ONE_PRICE ? PRICE_DECIMALS : 2);
};

const Value = ({ truth, guess, error }: { truth: string; guess: string; error: number }) => (
  <span className="tabular">
    {truth}{' '}
    <span className={cx('whitespace-nowrap', error <= CLOSE_ERROR ? 'text-up' : 'text-warn')}>
      ({texts.guessed(guess, error)})
    </span>
  </span>
);

function GuessLine({ guess }: { guess: Guess }) {
  const { liquidation, loss } = guess;
  return (
    <li className="flex flex-col gap-1 border-b border-hairline py-2 last:border-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{guess.symbol}</span>
        <SideBadge side={guess.type} />
        <span className="tabular">{guess.leverage}x</span>
        <span className="ml-auto text-xs text-muted tabular">{formatShortDateTime(Math.floor(guess.at / 1000))}</span>
      </p>
      <p className="text-xs text-secondary">
        {texts.liquidation}:{' '}
        <Value truth={written(liquidation.truth)} guess={written(liquidation.guess)} error={liquidation.error} />
      </p>
      <p className="text-xs text-secondary">
        {texts.loss}: <Value truth={formatMoney(loss.truth)} guess={formatMoney(loss.guess)} error={loss.error} />
      </p>
    </li>
  );
}

function Content({ list }: { list: GuessList }) {
  if (list.guesses === 0) return <EmptyState title={texts.empty} hint={texts.lead} />;
  return (
    <>
      <p className="text-secondary">
        {texts.count(list.guesses)}. {list.calibrated ? texts.calibrated : texts.notYet}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Accuracy name={texts.liquidation} accuracy={list.liquidation} />
        <Accuracy name={texts.loss} accuracy={list.loss} />
      </div>
      <GuessCurve points={list.curve} />
      <section aria-label={texts.newest}>
        <h3 className="text-xs text-secondary">{texts.newest}</h3>
        <ul>
          {list.items.map((guess) => (
            <GuessLine key={guess.id} guess={guess} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** «Точность прогнозов»: one's own guesses, and how good they have become. */
export function Guesses() {
  const { data: list, isError, refetch } = useGuesses();
  return (
    <div className="flex flex-col gap-4">
      {isError && list === undefined && <ErrorState title={texts.loadFailed} onRetry={() => void refetch()} />}
      {list === undefined && !isError && <Skeleton label={texts.loading} className="h-40" />}
      {list !== undefined && <Content list={list} />}
    </div>
  );
}
