import { useEffect, useRef } from 'react';
import type { Price } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { tint } from './tint.ts';

interface PriceTextProps {
  value: Price | string | null | undefined;
  decimals: number;
  /** Tints the figure for a moment when it changes. */
  flash?: boolean;
  className?: string;
}

export function PriceText({ value, decimals, flash = false, className }: PriceTextProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    const before = shown.current;
    shown.current = value;
    const element = ref.current;
    if (!flash || element === null || typeof before !== 'bigint' || typeof value !== 'bigint' || before === value)
      return;
    tint(element, value > before ? 'up' : 'down');
  }, [value, flash]);
  return (
    <span ref={ref} className={cx('whitespace-nowrap tabular', className)}>
      {formatPrice(value, decimals)}
    </span>
  );
}
