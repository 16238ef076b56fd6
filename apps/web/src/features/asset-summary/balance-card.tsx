import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { useAccount, useAccountTotals, useStalestPosition } from '@/live/index.ts';
import { Money, PercentText, Skeleton, Term } from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { balanceTexts as texts } from './balance-texts.ts';

function Row({ name, className, children }: { name: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 group-data-[across=true]:flex-col group-data-[across=true]:gap-0">
      <dt className="text-secondary">{name}</dt>
      <dd className={cx('text-right', className)}>{children}</dd>
    </div>
  );
}

/**
 * Equity, what is free, what is tied up, and the result so far.
 * @param props.across side by side, where the width is there but the height is not
 */
export function BalanceCard({ across = false }: { across?: boolean }) {
  const { loaded } = useAccount();
  const totals = useAccountTotals();
  const dim = cx(useStalestPosition() !== null && STALE);
  // In a column as high as its lines. What holds a place for each figure is not worth its weight on the trade screen.
  if (!loaded) return <Skeleton className={across ? 'h-28' : 'h-[9.0625rem]'} />;
  return (
    <dl
      data-across={across}
      className={cx('group', across ? 'flex flex-wrap items-end gap-x-8 gap-y-2' : 'flex flex-col gap-1')}
    >
      <div className={across ? 'w-full sm:mr-auto sm:w-auto' : 'mb-1'}>
        <dt className="text-xs text-secondary">
          <Term explanation={texts.equityExplain}>{texts.equity}</Term>
        </dt>
        <dd className={cx('text-lg font-semibold', dim)}>
          <Money value={totals.equity} unit />
        </dd>
      </div>
      <Row name={texts.available}>
        <Money value={totals.available} />
      </Row>
      <Row name={texts.inPositions}>
        <Money value={totals.inPositions} />
      </Row>
      {totals.inOrders === 0n ? null : (
        <Row name={texts.inOrders}>
          <Money value={totals.inOrders} />
        </Row>
      )}
      <Row name={texts.pnl} className={dim}>
        <Money value={totals.pnl} signed /> <PercentText value={totals.pnlBp} bracketed className="text-xs" />
      </Row>
      <Row name={<Term explanation={texts.totalPnlExplain}>{texts.totalPnl}</Term>} className={dim}>
        <Money value={totals.totalPnl} signed /> <PercentText value={totals.totalPnlBp} bracketed className="text-xs" />
      </Row>
    </dl>
  );
}
