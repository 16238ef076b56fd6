import type { PositionState } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useMarketTime } from '@/api/market-time.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { useAccount, usePair, usePositionFigures, useStale } from '@/live/index.ts';
import {
  Button,
  CELL,
  DataTable,
  EmptyState,
  Money,
  PairHead,
  PercentText,
  PriceText,
  Skeleton,
  STAYS,
} from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { deskTexts } from './desk-texts.ts';
import { PositionMenu } from './position-menu.tsx';
import { positionTexts as texts } from './texts.ts';
import type { PositionActions } from './use-position-actions.tsx';

interface PositionsTableProps {
  actions: PositionActions;
  /** Shows the pair on the chart. */
  onSelectSymbol: (symbol: string) => void;
}

const FIGURES = ['openTime', 'entry', 'current', 'liquidation', 'margin', 'size', 'pnl', 'triggers'] as const;

function TriggersCell({
  position,
  decimals,
  onEdit,
}: {
  position: PositionState;
  decimals: number;
  onEdit: () => void;
}) {
  const { takeProfit, stopLoss, trailing, symbol } = position;
  const isSet = takeProfit !== null || stopLoss !== null || trailing !== null;
  return (
    <button type="button" className="text-right hover:underline" onClick={onEdit}>
      <span className="sr-only">{texts.editTriggersName(symbol)}: </span>
      {isSet ? (
        <>
          <span className={takeProfit === null ? 'text-muted' : 'text-up'}>
            {takeProfit === null ? texts.none : formatPrice(takeProfit, decimals)}
          </span>
          <span className="text-muted"> / </span>
          <span className={stopLoss === null ? 'text-muted' : 'text-down'}>
            {stopLoss === null ? texts.none : formatPrice(stopLoss, decimals)}
          </span>
          {trailing === null ? null : (
            <span title={deskTexts.trailing}>
              <span className="text-muted"> / </span>
              <span className="sr-only">{deskTexts.trailing} </span>
              <span className="text-warn">
                {deskTexts.trailingMark} {trailing.level === null ? texts.none : formatPrice(trailing.level, decimals)}
              </span>
            </span>
          )}
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
  const time = useMarketTime();
  const { currentPrice, pnl, pnlBp } = usePositionFigures(position);
  const { stale } = useStale(symbol);
  const dim = stale && STALE;
  return (
    <tr data-tour="position" className="group h-8 border-t border-hairline hover:bg-raised">
      <PairHead symbol={symbol} side={type} leverage={leverage} onSelectSymbol={onSelectSymbol} />
      <td className={cx(CELL, 'text-secondary')}>{time.short(position.openTime)}</td>
      <td className={CELL}>
        {formatPrice(position.entryPrice, decimals)}
        {position.entries.length > 1 ? (
          <span className="text-xs text-muted"> {deskTexts.entries(position.entries.length)}</span>
        ) : null}
      </td>
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
          <PercentText value={pnlBp} bracketed />
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
  const checking = useChecking('close', id);
  const closing = actions.isClosing(id) || checking;
  return (
    <span className="inline-flex items-center gap-1 align-middle">
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
        data-tour="close"
        pending={closing}
        checking={checking}
        aria-label={texts.closeName(symbol)}
        onClick={() => void actions.close(position)}
      >
        {closing ? texts.closing : texts.close}
      </Button>
      <PositionMenu position={position} actions={actions} />
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
    <DataTable
      caption={texts.caption}
      className="min-w-[64rem]"
      left={[columns.symbol]}
      figures={FIGURES.map((key) => columns[key])}
      actions={columns.actions}
    >
      {positions.map((position) => (
        <PositionRow key={position.id} position={position} {...props} />
      ))}
    </DataTable>
  );
}
