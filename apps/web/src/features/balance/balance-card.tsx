import type { ReactNode } from 'react';
import { useAccount, useAccountTotals } from '@/live/index.ts';
import { Money, PercentText, Skeleton, Term } from '@/ui/index.ts';
import { balanceTexts as texts } from './texts.ts';

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-secondary">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

/** Equity, what is free, what is tied up, and the result so far. */
export function BalanceCard() {
  const { loaded } = useAccount();
  const totals = useAccountTotals();
  if (!loaded) return <Skeleton className="h-28" />;
  return (
    <dl className="flex flex-col gap-1">
      <div className="mb-1">
        <dt className="text-xs text-secondary">
          <Term explanation={texts.equityExplain}>{texts.equity}</Term>
        </dt>
        <dd className="text-lg font-semibold">
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
      <Row name={texts.pnl}>
        <Money value={totals.pnl} signed /> <PercentText value={totals.pnlBp} className="text-xs" />
      </Row>
      <Row name={<Term explanation={texts.totalPnlExplain}>{texts.totalPnl}</Term>}>
        <Money value={totals.totalPnl} signed />
      </Row>
    </dl>
  );
}
