import { useEffect, useRef, useState } from 'react';
import type { PositionState } from '@plecho/contract';
import { parsePrice, parseUsdt, profitAndLoss, type Price } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { formatMoney, formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { usePositionFigures } from '@/live/index.ts';
import type { ChartController } from './chart-controller.ts';
import { isDraggable, isOrderLevel, type LevelKind, type OrderLevel, type PriceLevel } from './levels.ts';
import { CHIP_HEIGHT, columnOf, NARROW, placeChips, type PlacedChip } from './place-chips.ts';
import { chartTexts } from './texts.ts';
import type { LevelDrag } from './use-level-drag.ts';

/** By column. */
const COLUMN_CLASS = ['left-2', 'left-[38%] @max-[34rem]:left-[42%]', 'left-0'];

/** What a label leaves out where there are but two columns: a chart below {@link NARROW}, and its axis. */
const SPARED = '@max-[34rem]:hidden';
/** The column of liquidations ends this far from the price axis, pixels. */
const EDGE_GAP = 8;

const TONE: Record<LevelKind, string> = {
  entry: 'border-muted text-primary',
  order: 'border-accent text-accent',
  liquidation: 'border-warn text-warn',
  takeProfit: 'border-up text-up',
  stopLoss: 'border-down text-down',
  trailing: 'border-down text-down',
  orderTakeProfit: 'border-dashed border-up text-up',
  orderStopLoss: 'border-dashed border-down text-down',
};

const CHIP =
  'invisible absolute top-0 z-10 flex h-6 items-center gap-1.5 rounded border bg-panel px-1.5 text-[11px] leading-none whitespace-nowrap';

function CurrentResult({ position }: { position: PositionState }) {
  const { pnl } = usePositionFigures(position);
  return pnl === null ? null : <span className="tabular-nums">{formatSignedMoney(pnl)}</span>;
}

/** What a close at `price` brings before fees, as text. */
function resultAt({ type: side, size, entryPrice }: PositionState, price: Price): string {
  const notional = parseUsdt(size);
  const entry = parsePrice(entryPrice);
  if (notional === null || entry === null) return '';
  return formatSignedMoney(profitAndLoss({ side, notional, entryPrice: entry }, price));
}

/** What an order's line is called. */
function orderWords({ kind, order }: OrderLevel): string {
  if (kind !== 'order') return chartTexts.orderLevel[kind];
  if (order.reduces !== null) return chartTexts.reducing(order.kind, order.type);
  return chartTexts.order(order.kind, order.type, order.leverage);
}

function ChipLabel({ level, priceDecimals }: { level: PriceLevel; priceDecimals: number }) {
  if (isOrderLevel(level)) {
    const { amount, reduces } = level.order;
    return (
      <>
        <span>{orderWords(level)}</span>
        {level.kind !== 'order' || reduces !== null ? null : (
          <span className={cx('tabular-nums', SPARED)}>{formatMoney(amount)}</span>
        )}
      </>
    );
  }
  const { kind, position, price, number } = level;
  return (
    <>
      {number === null ? null : <span className="-ml-0.5 rounded-sm bg-raised px-1 font-semibold">{number}</span>}
      {kind === 'entry' ? (
        <>
          <span>
            {chartTexts.markers[position.type]} {position.leverage}x
          </span>
          <CurrentResult position={position} />
        </>
      ) : (
        <>
          <span>{chartTexts.level[kind]}</span>
          {kind === 'liquidation' ? (
            <span className={cx('tabular-nums', SPARED)}>{formatPrice(price, priceDecimals)}</span>
          ) : (
            <span className="tabular-nums">{resultAt(position, price)}</span>
          )}
        </>
      )}
    </>
  );
}

/** Moves a label to its place, and draws its string to the line where it had to make room for another. */
function move(element: HTMLElement, chip: PlacedChip | undefined, width: number): void {
  element.style.visibility = chip === undefined ? 'hidden' : 'visible';
  if (chip === undefined) return;
  const x = chip.key.endsWith(':liquidation') ? Math.max(width - element.offsetWidth - EDGE_GAP, 0) : 0;
  element.style.transform = `translate(${x}px, ${Math.round(chip.y)}px) translateY(-50%)`;
  const string = element.querySelector<HTMLElement>('[data-string]');
  if (string === null) return;
  string.style.height = `${Math.max(0, Math.abs(chip.toLine) - CHIP_HEIGHT / 2)}px`;
  string.style.top = chip.toLine > 0 ? '100%' : 'auto';
  string.style.bottom = chip.toLine > 0 ? 'auto' : '100%';
}

interface LevelChipsProps {
  controller: ChartController;
  priceDecimals: number;
  /** Heights at the upper and the lower edge that labels may not cover, pixels. */
  top: number;
  bottom: number;
  drag: LevelDrag;
  /** Opens the dialog that sets the same levels from the keyboard. */
  onEdit: (positionId: string) => void;
}

/** Labels at the left of the lines; those of TP and SL can be dragged, all of a position open the dialog. */
export function LevelChips({ controller, priceDecimals, top, bottom, drag, onEdit }: LevelChipsProps) {
  const elements = useRef(new Map<string, HTMLElement>());
  const [outside, setOutside] = useState<Record<string, 'above' | 'below' | null>>({});
  const { levels } = drag;

  useEffect(() => {
    const place = (): void => {
      const { width, height } = controller.plotSize();
      const isNarrow = width < NARROW;
      const spots = levels.flatMap((level) => {
        const y = controller.yOf(Number(level.price) / 1e8);
        const isFar = y === null || y < 0 || y > height;
        // Where labels are short of room, a liquidation out of sight is left to the list of positions.
        if (isNarrow && isFar && level.kind === 'liquidation') return [];
        return [{ key: level.key, column: columnOf(level.kind, width), y }];
      });
      const chips = placeChips(spots, height, { top, bottom });
      const placed = new Map(chips.map((chip) => [chip.key, chip]));
      for (const [key, element] of elements.current) move(element, placed.get(key), width);
      setOutside((known) => {
        const changed = chips.some(({ key, outside: side }) => known[key] !== side);
        return changed ? Object.fromEntries(chips.map(({ key, outside: side }) => [key, side])) : known;
      });
    };
    place();
    return controller.drawn.listen(place);
  }, [controller, levels, top, bottom]);

  useEffect(() => {
    const inside = levels.filter(({ key }) => outside[key] === null).map(({ key }) => key);
    controller.labelLevels(new Set(inside));
  }, [controller, levels, outside]);

  const register =
    (key: string) =>
    (element: HTMLElement | null): void => {
      if (element === null) elements.current.delete(key);
      else elements.current.set(key, element);
    };
  return levels.map((level) => {
    const where = outside[level.key] ?? null;
    const look = cx(CHIP, COLUMN_CLASS[columnOf(level.kind, Infinity)], TONE[level.kind]);
    const price = formatPrice(level.price, priceDecimals);
    const content = (
      <>
        <span data-string aria-hidden="true" className="pointer-events-none absolute -left-1 w-px bg-current" />
        {where === null ? null : <span aria-hidden="true">{where === 'above' ? '↑' : '↓'}</span>}
        <ChipLabel level={level} priceDecimals={priceDecimals} />
      </>
    );
    if (isOrderLevel(level)) {
      const name = level.kind === 'order' ? chartTexts.orderName : chartTexts.orderLevelName;
      return (
        // By keys it is changed where orders are listed.
        <div
          key={level.key}
          ref={register(level.key)}
          role="img"
          className={cx(look, isDraggable(level) && 'cursor-ns-resize touch-none select-none')}
          aria-label={name(orderWords(level), price)}
          {...drag.handlers(level)}
        >
          {content}
        </div>
      );
    }
    return (
      <button
        key={level.key}
        type="button"
        ref={register(level.key)}
        className={cx(look, isDraggable(level) ? 'cursor-ns-resize touch-none select-none' : 'cursor-pointer')}
        {...drag.handlers(level)}
        onClick={() => {
          if (drag.isClick()) onEdit(level.position.id);
        }}
      >
        <span className="sr-only">{chartTexts.levelAt(chartTexts.levelName[level.kind], price, level.number)}</span>
        {content}
        <span className="sr-only">{chartTexts.editLevels}</span>
      </button>
    );
  });
}
