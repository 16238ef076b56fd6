import type { Usdt } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatMoney, formatSignedMoney } from '@/lib/format.ts';

/** The unit of balances: practice USDT. */
export const MONEY_UNIT = 'уч. USDT';

interface MoneyProps {
  value: Usdt | string | null | undefined;
  /** With its sign and the colour of it. */
  signed?: boolean;
  /** Writes the unit, lighter than the figure. */
  unit?: boolean;
  className?: string;
}

export const toneOf = (value: bigint | string | null | undefined): string => {
  if (value === null || value === undefined || value === '') return 'text-muted';
  const text = value.toString();
  if (/^-?[0.]*$/.test(text)) return 'text-secondary';
  return text.startsWith('-') ? 'text-down' : 'text-up';
};

export function Money({ value, signed = false, unit = false, className }: MoneyProps) {
  const text = signed ? formatSignedMoney(value) : formatMoney(value);
  // What is so little that it is shown as nothing has no sign, and no colour of one.
  const tone = /[1-9]/.test(text) ? toneOf(value) : toneOf('0');
  return (
    <span className={cx('whitespace-nowrap tabular', signed && tone, className)}>
      {text}
      {unit && <span className="text-[0.8em] font-normal text-muted">{` ${MONEY_UNIT}`}</span>}
    </span>
  );
}
