import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { Badge, SideBadge } from './badge.tsx';

/** A cell of figures. */
export const CELL = 'px-2 text-right whitespace-nowrap tabular first:pl-3 last:pr-3';
/** On the cell of a row's buttons, in a row of the class `group`: they stay in sight when the table scrolls sideways. */
export const STAYS = 'sticky right-0 bg-panel group-hover:bg-raised';

const HEAD = 'px-2 py-1.5 font-normal first:pl-3 last:pr-3';

interface DataTableProps {
  /** For screen readers. */
  caption: string;
  /** The headings at the left, those over figures, and the one that is only read out, over the buttons where there are any. */
  left: readonly string[];
  figures: readonly string[];
  actions?: string;
  /** The least width; as its cells need without it. */
  className?: string;
  /** Its rows. */
  children: ReactNode;
}

/** A dense table under a heading that stays; it scrolls sideways where there is no room. */
export function DataTable({ caption, left, figures, actions, className, children }: DataTableProps) {
  const headings = (labels: readonly string[], align: string) =>
    labels.map((label) => (
      <th key={label} scope="col" className={cx(HEAD, align)}>
        {label}
      </th>
    ));
  return (
    // In a panel of a height of its own the rows scroll under the heading, and not the heading with them.
    // Without buttons in it, the keyboard reaches what lies beyond the edge by the table itself.
    <div
      {...(actions === undefined ? { role: 'group', 'aria-label': caption, tabIndex: 0 } : {})}
      className={cx('max-h-full overflow-x-auto', actions === undefined && 'scroll-hint')}
    >
      <table className={cx('w-full border-collapse', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr>
            {headings(left, 'text-left')}
            {headings(figures, 'text-right')}
            {actions !== undefined && (
              <th scope="col" className={HEAD}>
                <span className="sr-only">{actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface PairHeadProps {
  symbol: string;
  side: 'long' | 'short';
  /** Left out where a column of its own has it. */
  leverage?: number;
  onSelectSymbol?: (symbol: string) => void;
}

/** What a row is about: the pair, which may be a button, the side and the leverage. */
export function PairHead({ symbol, side, leverage = 1, onSelectSymbol }: PairHeadProps) {
  return (
    <th scope="row" className="px-2 text-left font-medium whitespace-nowrap first:pl-3">
      <span className="flex items-center gap-1.5">
        {onSelectSymbol === undefined ? (
          symbol
        ) : (
          <button type="button" className="hover:underline" onClick={() => onSelectSymbol(symbol)}>
            {symbol}
          </button>
        )}
        <SideBadge side={side} />
        {leverage > 1 ? <Badge>{leverage}x</Badge> : null}
      </span>
    </th>
  );
}
