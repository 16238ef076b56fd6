import type { Usdt } from '@plecho/domain';
import { formatMoney } from '@/lib/format.ts';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { texts } from './texts.ts';

interface AvailableAmountProps {
  /** null until the account is known. */
  available: Usdt | null;
  disabled: boolean;
  onMax: () => void;
}

/** What is there to be withdrawn, and the button that takes all of it; beside the label of an amount. */
export function AvailableAmount({ available, disabled, onMax }: AvailableAmountProps) {
  return (
    <span className="flex items-baseline gap-2 text-xs whitespace-nowrap text-muted tabular">
      {`${texts.available} ${available === null ? '—' : formatMoney(available)} ${MONEY_UNIT}`}
      <button
        type="button"
        className="font-semibold text-accent hover:underline disabled:opacity-45 pointer-coarse:-my-2 pointer-coarse:py-2"
        aria-label={texts.maxName}
        disabled={disabled}
        onClick={onMax}
      >
        {texts.max}
      </button>
    </span>
  );
}
