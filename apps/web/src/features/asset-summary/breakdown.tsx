import type { Usdt } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { STALE } from '@/ui/stale.ts';
import { Term } from '@/ui/term.tsx';
import { Amount } from './amount.tsx';
import { texts } from './texts.ts';

interface Parts {
  available: Usdt;
  inPositions: Usdt;
  inOrders: Usdt;
  /** Of withdrawals under way. */
  locked: Usdt;
  total: Usdt;
}

const PARTS = [
  { key: 'available', name: texts.available, colour: 'bg-accent' },
  { key: 'inPositions', name: texts.inPositions, colour: 'bg-secondary' },
  { key: 'inOrders', name: texts.inOrders, colour: 'bg-control' },
  { key: 'locked', name: texts.locked, colour: 'bg-warn' },
] as const;

/** Share of the total in percent, for the width of a bar alone. */
const widthOf = (part: Usdt, total: Usdt): number => (total > 0n ? Number((part * 1000n) / total) / 10 : 0);

function EquityRow({ equity, hidden, isStale }: { equity: Usdt | null; hidden: boolean; isStale: boolean }) {
  return (
    <div className="flex items-center justify-between gap-3 border-t border-hairline pt-2">
      <dt className="text-secondary">
        <Term explanation={texts.equityTerm}>{texts.equity}</Term>
      </dt>
      <dd className={cx('font-semibold', isStale && STALE)}>
        <Amount value={equity} unit hidden={hidden} />
      </dd>
    </div>
  );
}

interface BreakdownProps {
  /** null while the account is not known. */
  totals: Parts | null;
  equity?: Usdt | null;
  hidden: boolean;
  /** Whether the equity is at prices that are too old. */
  isStale?: boolean;
}

/** What the total consists of: a bar, and a figure for each part. `equity` is added where nothing beside it shows it. */
export function Breakdown({ totals, equity, hidden, isStale = false }: BreakdownProps) {
  return (
    <section aria-label={texts.breakdown} className="space-y-3">
      {/* Its place stays when the shares are hidden. */}
      <div aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-full bg-raised">
        {!hidden &&
          totals !== null &&
          PARTS.map(({ key, colour }) => (
            <span key={key} className={colour} style={{ width: `${widthOf(totals[key], totals.total)}%` }} />
          ))}
      </div>
      <dl className="space-y-2">
        {PARTS.map(({ key, name, colour }) => (
          <div key={key} className="flex items-center justify-between gap-3">
            <dt className="flex items-center gap-2 text-secondary">
              <span aria-hidden="true" className={cx('size-2 rounded-full', colour)} />
              {name}
            </dt>
            <dd>
              <Amount value={totals?.[key] ?? null} unit hidden={hidden} />
            </dd>
          </div>
        ))}
        {equity === undefined ? null : <EquityRow equity={equity} hidden={hidden} isStale={isStale} />}
      </dl>
    </section>
  );
}
