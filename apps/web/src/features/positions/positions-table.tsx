import type { PositionState } from '@plecho/contract';
import { cx } from '@/lib/class-names.ts';
import { formatPrice, formatShortDateTime } from '@/lib/format.ts';
import { useAccount, usePair, usePositionFigures, useStale } from '@/live/index.ts';
import { Badge, Button, EmptyState, Money, PercentText, PriceText, SideBadge, Skeleton } from '@/ui/index.ts';
import { positionTexts as texts } from './texts.ts';
import type { PositionActions } from './use-position-actions.tsx';

interface PositionsTableProps {
  actions: PositionActions;
  /** Shows the pair on the chart. */
  onSelectSymbol: (symbol: string) => void;
}

const HEAD = 'px-2 py-1.5 text-right font-normal first:pl-3 last:pr-3';
/** The buttons stay in sight when the table scrolls sideways. */
const STAYS = 'sticky right-0 bg-panel group-hover:bg-raised';
const CELL = 'px-2 text-right whitespace-nowrap tabular first:pl-3 last:pr-3';

function TriggersCell({
  position,
  decimals,
  onEdit,
}: {
  position: PositionState;
  decimals: number;
  onEdit: () => void;
}) {
  const { takeProfit, stopLoss, symbol } = position;
  const isSet = takeProfit !== null || stopLoss !== null;
  return (
    <button
      type="button"
      className="text-right hover:underline"
      aria-label={texts.editTriggersName(symbol)}
      onClick={onEdit}
    >
      {isSet ? (
        <>
          <span className={takeProfit === null ? 'text-muted' : 'text-up'}>
            {takeProfit === null ? texts.none : formatPrice(takeProfit, decimals)}
          </span>
          <span className="text-muted"> / </span>
          <span className={stopLoss === null ? 'text-muted' : 'text-down'}>
            {stopLoss === null ? texts.none : formatPrice(stopLoss, decimals)}
          </span>
        </>
      ) : (
        <span className="text-accent">{texts.setTriggers}</span>
      )}
    </button>
  );
}

/** One position; it alone is drawn again when its pair's price changes. */
function PositionRow({ position, actions, onSelectSymbol }: PositionsTableProps & { position: PositionState }) {
  const { id, symbol, type, leverage } = position;
  const decimals = usePair(symbol)?.priceDecimals ?? 2;
  const { currentPrice, pnl, pnlBp } = usePositionFigures(position);
  const { stale } = useStale(symbol);
  const dim = stale && 'opacity-55';
  return (
    <tr className="group h-8 border-t border-hairline hover:bg-raised">
      <th scope="row" className="pr-2 pl-3 text-left font-medium whitespace-nowrap">
        <span className="flex items-center gap-1.5">
          <button type="button" className="hover:underline" onClick={() => onSelectSymbol(symbol)}>
            {symbol}
          </button>
          <SideBadge side={type} />
          {leverage > 1 ? <Badge>{leverage}x</Badge> : null}
        </span>
      </th>
      <td className={cx(CELL, 'text-secondary')}>{formatShortDateTime(position.openTime)}</td>
      <td className={CELL}>{formatPrice(position.entryPrice, decimals)}</td>
      <td className={cx(CELL, dim)}>
        <PriceText value={currentPrice} decimals={decimals} flash />
      </td>
      <td className={cx(CELL, 'text-warn')}>
        {position.liquidationPrice === null ? (
          <span className="text-muted">{texts.none}</span>
        ) : (
          formatPrice(position.liquidationPrice, decimals)
        )}
      </td>
      <td className={CELL}>
        <Money value={position.amount} />
      </td>
      <td className={CELL}>
        <Money value={position.size} />
      </td>
      <td className={cx(CELL, dim)}>
        <Money value={pnl} signed />{' '}
        <span className="text-xs">
          <PercentText value={pnlBp} />
        </span>
      </td>
      <td className={CELL}>
        <TriggersCell position={position} decimals={decimals} onEdit={() => actions.editTriggers(id)} />
      </td>
      <td className={cx(CELL, STAYS)}>
        <RowActions position={position} actions={actions} />
      </td>
    </tr>
  );
}

function RowActions({ position, actions }: { position: PositionState; actions: PositionActions }) {
  const { id, symbol } = position;
  const closing = actions.isClosing(id);
  return (
    <span className="inline-flex gap-1">
      <Button
        size="sm"
        variant="ghost"
        disabled={closing}
        aria-label={texts.closePartName(symbol)}
        onClick={() => actions.askPart(id)}
      >
        {texts.closePart}
      </Button>
      <Button
        size="sm"
        pending={closing}
        aria-label={texts.closeName(symbol)}
        onClick={() => void actions.close(position)}
      >
        {closing ? texts.closing : texts.close}
      </Button>
    </span>
  );
}

/** Open positions with their figures at the newest prices; scrolls sideways where there is no room. */
export function PositionsTable(props: PositionsTableProps) {
  'use memo';
  const { loaded, positions } = useAccount();
  if (!loaded) return <Skeleton className="m-3 h-8" />;
  if (positions.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  const { columns } = texts;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[64rem] border-collapse">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-2 pl-3 text-left font-normal">
              {columns.symbol}
            </th>
            {(['openTime', 'entry', 'current', 'liquidation', 'margin', 'size', 'pnl', 'triggers'] as const).map(
              (key) => (
                <th key={key} scope="col" className={HEAD}>
                  {columns[key]}
                </th>
              ),
            )}
            <th scope="col" className={HEAD}>
              <span className="sr-only">{columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <PositionRow key={position.id} position={position} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
