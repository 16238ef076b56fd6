import { useState, type ReactNode } from 'react';
import type { Season } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useSeasons } from '@/api/seasons.ts';
import { useMarketParam } from '@/api/queries.ts';
import { cx } from '@/lib/class-names.ts';
import { formatDate } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Concealed } from '@/ui/concealed.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Money } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Term } from '@/ui/term.tsx';
import { RestartDialog } from './restart-dialog.tsx';
import { texts } from './season-texts.ts';

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col lg:items-end">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="whitespace-nowrap tabular">{children}</dd>
    </div>
  );
}

function SeasonRow({ season, hidden }: { season: Season; hidden: boolean }) {
  const market = useMarketParam();
  const { number, startedAt, endedAt, startBalance, endBalance, realisedPnl, trades, liquidations } = season;
  const began = formatDate(startedAt);
  return (
    <li className="flex flex-col gap-3 border-t border-hairline/60 px-3 py-3 first:border-0 lg:flex-row lg:items-center lg:gap-6">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-semibold">
          {texts.name(number)}
          {endedAt === null && <Badge tone="accent">{texts.current}</Badge>}
        </p>
        <p className="text-xs text-muted tabular">
          {endedAt === null ? texts.since(began) : texts.span(began, formatDate(endedAt))}
        </p>
      </div>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2 sm:grid-cols-5 lg:w-[38rem]">
        <Figure name={texts.start}>
          <Concealed hidden={hidden}>
            <Money value={startBalance} />
          </Concealed>
        </Figure>
        <Figure name={<Term explanation={texts.endTerm}>{texts.end}</Term>}>
          {endBalance === null ? (
            texts.ongoing
          ) : (
            <Concealed hidden={hidden}>
              <Money value={endBalance} />
            </Concealed>
          )}
        </Figure>
        <Figure name={<Term explanation={texts.pnlTerm}>{texts.pnl}</Term>}>
          <Concealed hidden={hidden}>
            <Money value={realisedPnl} signed />
          </Concealed>
        </Figure>
        <Figure name={texts.trades}>{trades}</Figure>
        <Figure name={texts.liquidations}>
          <span className={cx(liquidations > 0 && 'text-warn')}>{liquidations}</span>
        </Figure>
      </dl>
      <Link
        href={paths.history(market, { season: String(number) })}
        aria-label={texts.historyName(number)}
        className={buttonClass('secondary', 'sm', 'self-start lg:self-center')}
      >
        {texts.history}
      </Link>
    </li>
  );
}

/**
 * The account's seasons in the selected market, the current one first, and the way to a new one.
 * @param props.hidden dots in place of the amounts
 */
export function Seasons({ hidden = false }: { hidden?: boolean }) {
  const { data: seasons, isError, refetch } = useSeasons();
  const [isAsking, setAsking] = useState(false);
  const newest = seasons?.[0]?.number ?? 0;
  return (
    <Panel
      title={<Term explanation={texts.term}>{texts.title}</Term>}
      label={texts.title}
      flush
      aside={
        <Button size="sm" disabled={seasons === undefined} onClick={() => setAsking(true)}>
          {texts.restart}
        </Button>
      }
    >
      {seasons === undefined && !isError && <Skeleton label={texts.loading} className="m-3 h-16" />}
      {seasons === undefined && isError && <ErrorState title={texts.failed} onRetry={() => void refetch()} />}
      <ul aria-label={texts.title}>
        {seasons?.map((season) => (
          <SeasonRow key={season.number} season={season} hidden={hidden} />
        ))}
      </ul>
      {isAsking && <RestartDialog next={newest + 1} onClose={() => setAsking(false)} />}
    </Panel>
  );
}
