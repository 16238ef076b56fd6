import { useState } from 'react';
import type { PathOutcome, TradePaths } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPercent } from '@/lib/format.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { Badge, Money, SegmentedControl } from '@/ui/index.ts';
import { pathRows, stopName, stopsOf, type PathRow } from './path-words.ts';
import { samePathTexts as texts } from './texts.ts';

/** Room for all columns. */
const WIDE = '(min-width: 40rem)';
const NONE = 'none';

function Outcome({ outcome }: { outcome: PathOutcome }) {
  const time = useMarketTime();
  const { ending, net, netPercent } = outcome;
  const isEarly = ending === 'stop' || ending === 'liquidation';
  const when = outcome.time === null ? texts.timeUnknown : time.short(outcome.time);
  return (
    <td className="px-2 py-1.5 text-right align-top tabular">
      <Money value={net} signed className="block font-medium" />
      <span className="block text-xs text-muted">{formatPercent(netPercent)}</span>
      <span className={cx('block text-xs', ending === 'liquidation' ? 'text-warn' : 'text-secondary')}>
        {texts.ending[ending]}
        {isEarly && <span className="block text-muted">{when}</span>}
      </span>
    </td>
  );
}

function Row({ row, stops }: { row: PathRow; stops: readonly (string | null)[] }) {
  return (
    <tr className={cx('border-t border-hairline', row.isUsed && 'bg-raised/60')}>
      <th scope="row" className="px-2 py-1.5 text-left align-top font-medium whitespace-nowrap tabular">
        {row.leverage}x {row.isUsed && <Badge>{texts.used}</Badge>}
      </th>
      {row.outcomes
        .filter(({ stop }) => stops.includes(stop))
        .map((outcome) => (
          <Outcome key={outcome.stop} outcome={outcome} />
        ))}
    </tr>
  );
}

/** Leverages by added stops; where there is no room for all of the stops, one that is chosen. */
export function PathTable({ paths }: { paths: TradePaths }) {
  const isWide = useMediaQuery(WIDE);
  const [chosen, setChosen] = useState<string>(NONE);
  const stops = stopsOf(paths);
  const shown = isWide ? stops : stops.filter((stop) => (stop ?? NONE) === chosen);
  return (
    <div className="flex flex-col gap-2">
      {!isWide && (
        <SegmentedControl
          label={texts.stopLabel}
          value={chosen}
          onChange={setChosen}
          stretch
          options={stops.map((stop) => ({
            value: stop ?? NONE,
            label: stop === null ? texts.noStopShort : stopName(stop).replace(/^\S+ /, ''),
            ariaLabel: stopName(stop),
          }))}
        />
      )}
      <table className="w-full border-collapse">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="px-2 py-1 text-left font-normal">
              {texts.leverage}
            </th>
            {shown.map((stop) => (
              <th key={stop} scope="col" className="px-2 py-1 text-right font-normal whitespace-nowrap">
                {stopName(stop)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pathRows(paths).map((row) => (
            <Row key={row.leverage} row={row} stops={shown} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
