import { useEffect, useRef } from 'react';
import type { Price } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';

interface PriceTextProps {
  value: Price | string | null | undefined;
  decimals: number;
  /** Tints the figure for a moment when it changes. */
  flash?: boolean;
  className?: string;
}

/** The direction between two prices, when both are numbers. */
const isRise = (before: bigint, after: bigint): boolean => after > before;

export function PriceText({ value, decimals, flash = false, className }: PriceTextProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    const before = shown.current;
    shown.current = value;
    const element = ref.current;
    if (!flash || element === null || typeof before !== 'bigint' || typeof value !== 'bigint' || before === value)
      return;
    element.classList.remove('tint-up', 'tint-down');
    // Reading the width makes the browser start the animation afresh.
    void element.offsetWidth;
    element.classList.add(isRise(before, value) ? 'tint-up' : 'tint-down');
  }, [value, flash]);
  return (
    <span ref={ref} className={cx('whitespace-nowrap tabular', className)}>
      {formatPrice(value, decimals)}
    </span>
  );
}
