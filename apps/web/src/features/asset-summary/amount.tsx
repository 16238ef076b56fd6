import type { Usdt } from '@plecho/domain';
import { Concealed } from '@/ui/concealed.tsx';
import { Money } from '@/ui/money.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { FigureSkeleton } from '@/ui/figure-skeleton.tsx';

interface AmountProps {
  /** null while the account is not known: the place of the figure, so that nothing moves when it comes. */
  value: Usdt | null;
  /** The same in hundredths of a percent, written behind it; null while it is not known. */
  percentBp?: bigint | null;
  signed?: boolean;
  unit?: boolean;
  hidden?: boolean;
}

/** An amount of an account. */
export function Amount({ value, percentBp, signed = false, unit = false, hidden = false }: AmountProps) {
  if (value === null) return <FigureSkeleton mixed={unit} />;
  return (
    <Concealed hidden={hidden}>
      <Money value={value} signed={signed} unit={unit} />
      {percentBp !== undefined && (
        <>
          {' '}
          <PercentText value={percentBp} bracketed className="text-xs" />
        </>
      )}
    </Concealed>
  );
}
