import { useState } from 'react';
import type { Pair } from '@plecho/contract';
import type { Price } from '@plecho/domain';
import type { Courses } from '@/api/courses.ts';
import { cx } from '@/lib/class-names.ts';
import type { Favourites } from '@/lib/watchlists.ts';
import { arePricesComing, useTickers } from '@/live/index.ts';
import { Skeleton } from '@/ui/index.ts';
import { arrange } from './arrange.ts';
import { pressed, SORTS, type Order, type WatchColumn, type WatchSort } from './columns.ts';
import { volatilityOf, watchFigures } from './figures.ts';
import { watchTexts as texts } from './texts.ts';
import { WatchRow } from './watch-row.tsx';

const NO_COURSE: readonly Price[] = [];
const isSort = (column: WatchColumn | 'name' | 'price'): column is WatchSort => SORTS.includes(column as WatchSort);

interface HeadingProps {
  column: WatchColumn | 'name' | 'price';
  order: Order;
  onOrder: (order: Order) => void;
}

/** The heading of a column; pressed, it sorts by it. */
function Heading({ column, order, onOrder }: HeadingProps) {
  const isHere = order.by === column;
  const label = column === 'name' ? texts.pair : column === 'price' ? texts.price : texts.column[column];
  // It has its place in every column: none changes its width when the order is another.
  const arrow = (
    <span aria-hidden="true" className={cx('px-0.5', !isHere && 'invisible')}>
      {isHere && !order.down ? '↑' : '↓'}
    </span>
  );
  return (
    <th
      scope="col"
      aria-sort={isHere ? (order.down ? 'descending' : 'ascending') : undefined}
      className={cx(
        'px-2 font-normal last:pr-3',
        column === 'name' ? 'sticky left-0 bg-panel pl-3 text-left' : 'text-right',
      )}
    >
      {isSort(column) ? (
        <button
          type="button"
          title={texts.sortBy[column]}
          className={cx(
            'h-8 min-w-6 text-right whitespace-nowrap hover:text-primary pointer-coarse:h-11',
            isHere && 'text-primary',
          )}
          onClick={() => onOrder(pressed(order, column))}
        >
          {column !== 'name' && arrow}
          {label}
          {column === 'name' && arrow}
        </button>
      ) : (
        <span className="whitespace-nowrap">{label}</span>
      )}
    </th>
  );
}

interface WatchTableProps {
  pairs: readonly Pair[];
  courses: Courses;
  columns: readonly WatchColumn[];
  order: Order;
  onOrder: (order: Order) => void;
  favourites: Favourites;
  onOpen: (symbol: string) => void;
}

/** Pairs with live figures. The order is renewed once a second, but not from under a pointer or the focus. */
export function WatchTable({ pairs, courses, columns, order, onOrder, favourites, onOpen }: WatchTableProps) {
  'use memo';
  const tickers = useTickers();
  const [held, setHeld] = useState(tickers);
  const [isHeld, setIsHeld] = useState(false);
  if (!isHeld && held !== tickers) setHeld(tickers);
  if (arePricesComing(pairs, tickers)) return <Skeleton className="m-3 h-96" />;
  const bySymbol = new Map(held.map((ticker) => [ticker.symbol, ticker]));
  const volatility = new Map([...courses].map(([symbol, course]) => [symbol, volatilityOf(course)]));
  const rows = arrange(
    pairs.map((pair) => {
      const { symbol } = pair;
      const course = courses.get(symbol) ?? NO_COURSE;
      const spread = volatility.get(symbol) ?? null;
      return { symbol, pair, course, volatility: spread, figures: watchFigures(bySymbol.get(symbol), course, spread) };
    }),
    order,
  );
  return (
    <div className="scroll-hint overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <Heading column="name" order={order} onOrder={onOrder} />
            <Heading column="price" order={order} onOrder={onOrder} />
            {columns.map((column) => (
              <Heading key={column} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody
          onPointerEnter={() => setIsHeld(true)}
          onPointerLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
        >
          {rows.map(({ symbol, pair, course, volatility: spread }) => (
            <WatchRow
              key={symbol}
              symbol={symbol}
              baseAsset={pair.baseAsset}
              priceDecimals={pair.priceDecimals}
              columns={columns}
              course={course}
              volatility={spread}
              favourite={favourites.symbols.has(symbol)}
              onOpen={onOpen}
              onToggleFavourite={favourites.toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
