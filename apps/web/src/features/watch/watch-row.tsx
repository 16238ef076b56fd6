import { memo, useRef } from 'react';
import type { Price } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatPercent, formatShare, formatVolume } from '@/lib/format.ts';
import { useVisible } from '@/lib/use-visible.ts';
import { useStale, useTicker } from '@/live/index.ts';
import { CELL, IconButton, PercentText, PriceText } from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { Star } from '@/ui/star.tsx';
import type { WatchColumn } from './columns.ts';
import { watchFigures, type WatchFigures } from './figures.ts';
import { sparkline } from './sparkline-path.ts';
import { watchTexts as texts } from './texts.ts';

const [WIDTH, HEIGHT] = [96, 24];
/** Of a course, known or not. */
const COURSE = 'inline-block h-6 w-24 align-middle';

/** Drawn anew when the course is, once a minute. @param rose in the colour of its change, as the figure beside it */
const Sparkline = memo(function Sparkline({ course, rose }: { course: readonly Price[]; rose: boolean }) {
  const path = sparkline(course, WIDTH, HEIGHT);
  if (path === '') return <span className={cx(COURSE, 'text-muted')}>{texts.unknown}</span>;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={COURSE}>
      <path d={path} className={cx('fill-none [stroke-width:1.25]', rose ? 'stroke-up' : 'stroke-down')} />
    </svg>
  );
});

function Figure({ column, figures }: { column: Exclude<WatchColumn, 'course'>; figures: WatchFigures }) {
  const value = figures[column];
  if (value === null) return <span className="text-muted">{texts.unknown}</span>;
  switch (column) {
    case 'change1h':
    case 'change24h':
      return <PercentText value={value} />;
    case 'volume':
      return formatVolume(value);
    case 'volatility':
      return formatShare(value);
    case 'fromHigh':
      return formatPercent(value);
  }
}

interface WatchRowProps {
  symbol: string;
  baseAsset: string;
  priceDecimals: number;
  columns: readonly WatchColumn[];
  course: readonly Price[];
  volatility: bigint | null;
  favourite: boolean;
  onOpen: (symbol: string) => void;
  onToggleFavourite: (symbol: string) => void;
}

/** One pair; it alone is drawn again when its price changes, and only while it is in sight. */
export const WatchRow = memo(function WatchRow(props: WatchRowProps) {
  const { symbol, baseAsset, priceDecimals, columns, course, volatility, favourite } = props;
  const row = useRef<HTMLTableRowElement>(null);
  const isVisible = useVisible(row);
  const ticker = useTicker(symbol, isVisible);
  const { stale } = useStale(symbol, isVisible);
  const figures = watchFigures(ticker, course, volatility);
  const rose = (figures.change24h ?? 0n) >= 0n;
  return (
    <tr ref={row} className="group h-8 border-t border-hairline hover:bg-raised/50 pointer-coarse:h-12">
      <th scope="row" className="sticky left-0 bg-panel pl-1 text-left font-medium whitespace-nowrap">
        <span className="flex items-center gap-1">
          <IconButton
            size="sm"
            label={favourite ? texts.remove(symbol) : texts.add(symbol)}
            aria-pressed={favourite}
            onClick={() => props.onToggleFavourite(symbol)}
          >
            <Star filled={favourite} />
          </IconButton>
          <button
            type="button"
            aria-label={texts.open(symbol)}
            className="min-h-6 hover:underline pointer-coarse:min-h-11"
            onClick={() => props.onOpen(symbol)}
          >
            {baseAsset}
            <span className="text-[11px] font-normal text-muted">USDT</span>
          </button>
        </span>
      </th>
      <td className={cx(CELL, stale && STALE)}>
        <PriceText value={figures.last} decimals={priceDecimals} flash />
      </td>
      {columns.map((column) => (
        <td key={column} className={cx(CELL, stale && STALE)}>
          {column === 'course' ? (
            <Sparkline course={course} rose={rose} />
          ) : (
            // As wide as the longest of them: no column changes its width when what it shows comes.
            <span className="inline-block min-w-[8ch]">
              <Figure column={column} figures={figures} />
            </span>
          )}
        </td>
      ))}
    </tr>
  );
});
