import type { FundingPayment } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { pagesOf } from '@/api/pages.ts';
import { useFundingPayments } from '@/api/trades.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice, formatRate } from '@/lib/format.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { usePair } from '@/live/index.ts';
import { CELL, DataTable, EmptyState, ErrorState, Money, PairHead, Skeleton } from '@/ui/index.ts';
import { SideBadge } from '@/ui/badge.tsx';
import { Paged } from '@/ui/paged.tsx';
import { historyTexts as texts } from './texts.ts';

function PaymentRow({ payment }: { payment: FundingPayment }) {
  const time = useMarketTime();
  const decimals = usePair(payment.symbol)?.priceDecimals ?? 2;
  return (
    <tr className="h-8 border-t border-hairline">
      <td className="pr-2 pl-3 whitespace-nowrap text-secondary tabular">{time.short(payment.at)}</td>
      <PairHead symbol={payment.symbol} side={payment.type} />
      <td className={CELL}>{formatRate(payment.rate)}</td>
      <td className={cx(CELL, 'text-secondary')}>{formatPrice(payment.record.price, decimals)}</td>
      <td className={CELL}>
        <Money value={payment.amount} signed />
      </td>
      <td className={cx(CELL, 'text-secondary')}>
        <Money value={payment.waived} />
      </td>
      <td />
    </tr>
  );
}

/** A payment where a table has no room: what it was stands first. */
function PaymentItem({ payment }: { payment: FundingPayment }) {
  const time = useMarketTime();
  const decimals = usePair(payment.symbol)?.priceDecimals ?? 2;
  const { price, waived } = texts.fundingColumns;
  const isWaived = Number(payment.waived) > 0;
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5">
      <span className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate font-semibold">{payment.symbol}</span>
          <SideBadge side={payment.type} />
        </span>
        <Money value={payment.amount} signed className="text-base" />
      </span>
      <span className="flex flex-wrap justify-between gap-x-2 text-xs text-muted tabular">
        <span>{time.short(payment.at)}</span>
        <span>
          {formatRate(payment.rate)} · {price} {formatPrice(payment.record.price, decimals)}
        </span>
        {isWaived && (
          <span>
            {waived} <Money value={payment.waived} />
          </span>
        )}
      </span>
    </li>
  );
}

function Payments({ payments }: { payments: readonly FundingPayment[] }) {
  const isNarrow = useMediaQuery('(width < 40rem)');
  if (payments.length === 0) return <EmptyState title={texts.fundingEmpty} hint={texts.fundingEmptyHint} />;
  const { at, symbol, rate, price, amount, waived } = texts.fundingColumns;
  return (
    <>
      <p className="px-3 py-2 text-xs text-muted">{texts.fundingWaived}</p>
      {isNarrow ? (
        <ul aria-label={texts.fundingCaption} className="divide-y divide-hairline/60 border-t border-hairline">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} />
          ))}
        </ul>
      ) : (
        <DataTable
          caption={texts.fundingCaption}
          className="min-w-[40rem]"
          left={[at, symbol]}
          figures={[rate, price, amount, waived]}
          actions=""
        >
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </DataTable>
      )}
    </>
  );
}

/** What funding brought and cost, a line for each payment, newest first. */
export function FundingList() {
  const pages = pagesOf(useFundingPayments());
  if (pages.status === 'pending') return <Skeleton className="m-3 h-24" />;
  if (pages.status === 'error') return <ErrorState title={texts.fundingFailed} onRetry={pages.retry} />;
  return (
    <Paged pages={pages}>
      <Payments payments={pages.items} />
    </Paged>
  );
}
