import { useEffect, useRef, useState } from 'react';
import type { PositionState } from '@plecho/contract';
import { parsePrice, parseUsdt, profitAndLoss, type Price } from '@plecho/domain';
import { formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { usePositionFigures } from '@/live/index.ts';
import type { ChartController } from './chart-controller.ts';
import { isDraggable, type LevelKind, type PriceLevel } from './levels.ts';
import { placeChips } from './place-chips.ts';
import { chartTexts } from './texts.ts';
import type { LevelDrag } from './use-level-drag.ts';

/** Columns keep an entry's label clear of its own trigger and liquidation labels. */
const COLUMN: Record<LevelKind, number> = { entry: 0, takeProfit: 1, stopLoss: 1, liquidation: 2 };
const COLUMN_CLASS = ['left-2', 'left-[38%]', 'left-0'];

/** Below this width the columns overlap, and every label keeps clear of every other. */
const NARROW = 480;
/** The column of liquidations ends this far from the price axis, pixels. */
const EDGE_GAP = 8;

/** Of the line with the candle's figures at the top of the chart. */
const LEGEND_HEIGHT = 24;

const TONE: Record<LevelKind, string> = {
  entry: 'border-muted text-primary',
  liquidation: 'border-warn text-warn',
  takeProfit: 'border-up text-up',
  stopLoss: 'border-down text-down',
};

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

function ChipLabel({ level, priceDecimals }: { level: PriceLevel; priceDecimals: number }) {
  const { kind, position, price } = level;
  if (kind === 'entry') {
    return (
      <>
        <span>
          {chartTexts.markers[position.type]} {position.leverage}x
        </span>
        <CurrentResult position={position} />
      </>
    );
  }
  return (
    <>
      <span>{chartTexts.level[kind]}</span>
      <span className="tabular-nums">
        {kind === 'liquidation' ? formatPrice(price, priceDecimals) : resultAt(position, price)}
      </span>
    </>
  );
}

interface LevelChipsProps {
  controller: ChartController;
  priceDecimals: number;
  drag: LevelDrag;
  /** Opens the dialog that sets the same levels from the keyboard. */
  onEdit: (positionId: string) => void;
  /** Registers the function that puts the labels where their lines are. */
  onPlacer: (place: () => void) => void;
}

/** Labels at the left of the position lines; those of TP and SL can be dragged, all of them open the dialog. */
export function LevelChips({ controller, priceDecimals, drag, onEdit, onPlacer }: LevelChipsProps) {
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
        return [{ key: level.key, column: isNarrow ? 0 : COLUMN[level.kind], y }];
      });
      const placed = new Map(placeChips(spots, height, LEGEND_HEIGHT).map((chip) => [chip.key, chip]));
      for (const [key, element] of elements.current) {
        const chip = placed.get(key);
        element.style.visibility = chip === undefined ? 'hidden' : 'visible';
        if (chip === undefined) continue;
        const x = key.endsWith(':liquidation') ? Math.max(width - element.offsetWidth - EDGE_GAP, 0) : 0;
        element.style.transform = `translate(${x}px, ${Math.round(chip.y)}px) translateY(-50%)`;
      }
      setOutside((known) => {
        const chips = [...placed.values()];
        const changed = chips.some(({ key, outside: side }) => known[key] !== side);
        return changed ? Object.fromEntries(chips.map(({ key, outside: side }) => [key, side])) : known;
      });
    };
    onPlacer(place);
    place();
  }, [controller, levels, onPlacer]);

  useEffect(() => {
    const inside = levels.filter(({ key }) => outside[key] === null).map(({ key }) => key);
    controller.labelLevels(new Set(inside));
  }, [controller, levels, outside]);

  return levels.map((level) => {
    const where = outside[level.key] ?? null;
    return (
      <button
        key={level.key}
        type="button"
        ref={(element) => {
          if (element === null) elements.current.delete(level.key);
          else elements.current.set(level.key, element);
        }}
        className={`invisible absolute top-0 z-10 flex h-6 items-center gap-1.5 rounded border bg-panel px-1.5 text-[11px] leading-none whitespace-nowrap ${COLUMN_CLASS[COLUMN[level.kind]]} ${TONE[level.kind]} ${
          isDraggable(level) ? 'cursor-ns-resize touch-none select-none' : 'cursor-pointer'
        }`}
        {...drag.handlers(level)}
        onClick={() => {
          if (drag.isClick()) onEdit(level.position.id);
        }}
      >
        <span className="sr-only">
          {chartTexts.levelAt(chartTexts.levelName[level.kind], formatPrice(level.price, priceDecimals))}
        </span>
        {where === null ? null : <span aria-hidden="true">{where === 'above' ? '↑' : '↓'}</span>}
        <ChipLabel level={level} priceDecimals={priceDecimals} />
        <span className="sr-only">{chartTexts.editLevels}</span>
      </button>
    );
  });
}
