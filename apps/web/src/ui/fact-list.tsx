import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

/** Names and figures in two columns: `<FactList><Fact name="Комиссия">0,30</Fact></FactList>`. */
export function FactList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cx('flex flex-col gap-1.5', className)}>{children}</dl>;
}

export function Fact({ name, strong = false, children }: { name: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-secondary">{name}</dt>
      <dd className={cx('min-w-0 text-right tabular', strong ? 'text-base font-semibold' : 'text-primary')}>
        {children}
      </dd>
    </div>
  );
}
