import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { useAccount, useAccountTotals } from '@/live/index.ts';
import { Term } from '@/ui/index.ts';
import { Amount } from './amount.tsx';
import { balanceTexts as texts } from './balance-texts.ts';

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 group-data-[across=true]:flex-col group-data-[across=true]:gap-0">
      <dt className="text-secondary">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

/**
 * Equity, what is free, what is tied up, and the result so far.
 * @param props.across side by side, where the width is there but the height is not
 */
export function BalanceCard({ across = false }: { across?: boolean }) {
  const { loaded } = useAccount();
  const known = useAccountTotals();
  const totals = loaded ? known : null;
  return (
    <dl
      data-across={across}
      className={cx('group', across ? 'flex flex-wrap items-end gap-x-8 gap-y-2' : 'flex flex-col gap-1')}
    >
      <div className={across ? 'w-full sm:mr-auto sm:w-auto' : 'mb-1'}>
        <dt className="text-xs text-secondary">
          <Term explanation={texts.equityExplain}>{texts.equity}</Term>
        </dt>
        <dd className="text-lg font-semibold">
          <Amount value={totals?.equity ?? null} unit />
        </dd>
      </div>
      <Row name={texts.available}>
        <Amount value={totals?.available ?? null} />
      </Row>
      <Row name={texts.inPositions}>
        <Amount value={totals?.inPositions ?? null} />
      </Row>
      {totals === null || totals.inOrders === 0n ? null : (
        <Row name={texts.inOrders}>
          <Amount value={totals.inOrders} />
        </Row>
      )}
      <Row name={texts.pnl}>
        <Amount value={totals?.pnl ?? null} percentBp={totals?.pnlBp ?? null} signed />
      </Row>
      <Row name={<Term explanation={texts.totalPnlExplain}>{texts.totalPnl}</Term>}>
        <Amount value={totals?.totalPnl ?? null} percentBp={totals?.totalPnlBp ?? null} signed />
      </Row>
    </dl>
  );
}
