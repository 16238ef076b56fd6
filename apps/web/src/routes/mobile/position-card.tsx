import type { ReactNode } from 'react';
import type { PositionState } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useMarketTime } from '@/api/market-time.ts';
import { PositionMenu } from '@/features/positions/position-menu.tsx';
import { positionTexts } from '@/features/positions/texts.ts';
import { deskTexts } from '@/features/positions/desk-texts.ts';
import type { PositionActions } from '@/features/positions/use-position-actions.tsx';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { usePair, usePositionFigures, useStale } from '@/live/index.ts';
import { Badge, SideBadge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Money } from '@/ui/money.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { PriceText } from '@/ui/price-text.tsx';
import { STALE } from '@/ui/stale.ts';

const DEFAULT_DECIMALS = 2;

export function Figure({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      {/* Two prices need two lines; a figure that is cut is another figure. */}
      <dd className={cx('wrap-anywhere tabular', className)}>{children}</dd>
    </div>
  );
}

function Levels({ position, decimals, onEdit }: { position: PositionState; decimals: number; onEdit: () => void }) {
  const { takeProfit, stopLoss, trailing, symbol } = position;
  const level = (price: string | null): string => (price === null ? positionTexts.none : formatPrice(price, decimals));
  const levels: [mark: string, price: string | null][] = [
    ['TP', takeProfit],
    ['SL', stopLoss],
    ...(trailing === null ? [] : [[deskTexts.trailingMark, trailing.level] as [string, string | null]]),
  ];
  return (
    <div className="flex items-center justify-between gap-2 border-t border-hairline">
      <span className="flex flex-wrap gap-x-3 py-1.5 tabular">
        {levels.map(([mark, price]) => (
          <span key={mark} className="whitespace-nowrap">
            <span className="text-muted">{mark} </span>
            {level(price)}
          </span>
        ))}
      </span>
      <button
        type="button"
        onClick={onEdit}
        aria-label={positionTexts.editTriggersName(symbol)}
        className="-mr-3 min-h-12 px-3 font-medium text-accent"
      >
        {positionTexts.editTriggers}
      </button>
    </div>
  );
}

interface PositionCardProps {
  position: PositionState;
  actions: PositionActions;
  /** Shows the pair on the chart. */
  onSelectSymbol: (symbol: string) => void;
}

/** An open position with its figures at the newest price, and everything that can be done to it. */
export function PositionCard({ position, actions, onSelectSymbol }: PositionCardProps) {
  const { id, symbol, type, leverage, liquidationPrice } = position;
  const decimals = usePair(symbol)?.priceDecimals ?? DEFAULT_DECIMALS;
  const { currentPrice, pnl, pnlBp } = usePositionFigures(position);
  const { stale } = useStale(symbol);
  const time = useMarketTime();
  const checking = useChecking('close', id);
  const closing = actions.isClosing(id) || checking;
  const { columns } = positionTexts;
  return (
    <li data-tour="position" className="rounded-lg border border-hairline bg-panel px-3 pt-1">
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          onClick={() => onSelectSymbol(symbol)}
          className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-1.5 text-base font-semibold"
        >
          <span className="truncate">{symbol}</span>
          <SideBadge side={type} />
          {leverage > 1 && <Badge>{leverage}x</Badge>}
        </button>
        <span className="flex items-center gap-1">
          <span role="group" aria-label={columns.pnl} className={cx('flex flex-col items-end', stale && STALE)}>
            <Money value={pnl} signed className="text-base font-semibold" />
            <PercentText value={pnlBp} bracketed className="text-xs" />
          </span>
          <PositionMenu position={position} actions={actions} />
        </span>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2 pt-1 pb-2.5">
        <Figure name={columns.entry}>
          {formatPrice(position.entryPrice, decimals)}
          {position.entries.length > 1 ? (
            <span className="block text-xs text-muted">{deskTexts.entries(position.entries.length)}</span>
          ) : null}
        </Figure>
        <Figure name={columns.current} className={cx(stale && STALE)}>
          <PriceText value={currentPrice} decimals={decimals} flash />
        </Figure>
        <Figure name={columns.liquidation} className={liquidationPrice === null ? 'text-muted' : 'text-warn'}>
          {liquidationPrice === null ? positionTexts.noLiquidation : formatPrice(liquidationPrice, decimals)}
        </Figure>
        <Figure name={columns.margin}>
          <Money value={position.amount} />
        </Figure>
        <Figure name={columns.size}>
          <Money value={position.size} />
        </Figure>
        <Figure name={columns.openTime}>{time.short(position.openTime)}</Figure>
      </dl>
      <Levels position={position} decimals={decimals} onEdit={() => actions.editTriggers(id)} />
      <div className="grid grid-cols-2 gap-3 pt-1 pb-3">
        <Button
          size="lg"
          variant="ghost"
          disabled={closing}
          aria-label={positionTexts.closePartName(symbol)}
          onClick={() => actions.askPart(id)}
        >
          {positionTexts.closePart}
        </Button>
        <Button
          size="lg"
          data-tour="close"
          pending={closing}
          checking={checking}
          aria-label={positionTexts.closeName(symbol)}
          onClick={() => void actions.close(position)}
        >
          {closing ? positionTexts.closing : positionTexts.close}
        </Button>
      </div>
    </li>
  );
}
