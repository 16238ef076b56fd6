import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '@/lib/class-names.ts';
import { formatPercent, formatVolume } from '@/lib/format.ts';
import { useElementWidth } from '@/lib/use-element-width.ts';
import { useStalest, useTickers, type LiveTicker } from '@/live/index.ts';
import { EmptyState } from '@/ui/index.ts';
import { STALE } from '@/ui/stale.ts';
import { heatMapTexts as texts } from './heat-map-texts.ts';
import { layOut, levelOf, neighbour, type Tile } from './tiles.ts';

/** Tiles keep their places this long: nobody clicks one that has just moved away. */
const HOLD_MS = 10_000;
/** Below these a tile can't be hit, has no room for the shortest name, and none for its change. */
const [LEAST, NAME_WIDTH, CHANGE_WIDTH, CHANGE_HEIGHT] = [24, 40, 56, 34];
/** Of a letter of a name, at most: one that is cut would be another pair's. */
const LETTER_WIDTH = 9;

/** The figure has its sign and what fell is hatched: the colour says nothing that they don't. */
const HATCHED =
  'bg-[image:repeating-linear-gradient(135deg,transparent_0_6px,rgb(0_0_0/0.16)_6px_8px)] [background-blend-mode:normal]';
const TONES: Readonly<Record<number, string>> = {
  3: 'bg-up-strong',
  2: 'bg-[color-mix(in_oklch,var(--color-up-strong)_65%,var(--color-up-soft))]',
  1: 'bg-up-soft',
  0: 'bg-raised',
  [-1]: `bg-down-soft ${HATCHED}`,
  [-2]: `bg-[color-mix(in_oklch,var(--color-down-strong)_65%,var(--color-down-soft))] ${HATCHED}`,
  [-3]: `bg-down-strong ${HATCHED}`,
};
/** Of a stale price no change is told by a colour. */
const STALE_TONE = `border border-hairline ${STALE}`;

const isHit = ({ width, height }: Tile): boolean => width >= LEAST && height >= LEAST;

/** Where the tiles are: laid out anew every ten seconds, with the window, and with the pairs. */
function useTiles(tickers: readonly LiveTicker[], shown: ReadonlySet<string>, width: number, height: number): Tile[] {
  const [held, setHeld] = useState({ tickers, round: 0 });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((last) => last + 1), HOLD_MS);
    return () => clearInterval(timer);
  }, []);
  if (held.round !== round || (held.tickers.length === 0 && tickers.length > 0)) setHeld({ tickers, round });
  return useMemo(() => {
    const pairs = held.tickers.filter(({ symbol }) => shown.has(symbol));
    return layOut(
      pairs.map(({ symbol, volume24h }) => ({ symbol, volume: Number(volume24h) })),
      width,
      height,
    );
  }, [held, shown, width, height]);
}

interface MapTileProps {
  id: string;
  tile: Tile;
  ticker: LiveTicker | undefined;
  /** By the Tab key. */
  isReachable: boolean;
  onOpen: (symbol: string) => void;
  onFocus: (symbol: string) => void;
  onKeyDown: (event: KeyboardEvent, symbol: string) => void;
}

/** A pair. One that is too small to be hit is a spot of colour: the table has it. */
function MapTile({ id, tile, ticker, isReachable, onOpen, onFocus, onKeyDown }: MapTileProps) {
  const { symbol, x, y, width, height } = tile;
  const stale = useStalest([symbol]) !== null;
  const tone = stale ? STALE_TONE : cx('text-primary', TONES[levelOf(ticker?.change24hBp ?? null)]);
  const className = cx('absolute overflow-hidden rounded-sm', tone);
  const style = { left: x, top: y, width, height };
  if (!isHit(tile)) return <span aria-hidden="true" className={className} style={style} />;
  const name = symbol.replace(/USDT$/, '');
  const hasName = width >= Math.max(NAME_WIDTH, name.length * LETTER_WIDTH);
  const hasChange = width >= CHANGE_WIDTH && height >= CHANGE_HEIGHT;
  const rest = [texts.volume(formatVolume(ticker?.volume24h)), ...(stale ? [texts.stale] : [])].join(', ');
  return (
    <button
      id={id}
      type="button"
      tabIndex={isReachable ? 0 : -1}
      title={`${symbol} ${formatPercent(ticker?.change24hBp)}, ${rest}`}
      className={cx(
        className,
        'flex flex-col items-center justify-center text-xs leading-tight hover:z-10 hover:outline-2 hover:outline-accent focus-visible:z-10',
      )}
      style={style}
      onClick={() => onOpen(symbol)}
      onFocus={() => onFocus(symbol)}
      onKeyDown={(event) => onKeyDown(event, symbol)}
    >
      <span className={hasName ? 'max-w-full truncate px-0.5 font-semibold' : 'sr-only'}>{name}</span>{' '}
      <span className={hasChange ? 'tabular' : 'sr-only'}>{formatPercent(ticker?.change24hBp)}</span>
      <span className="sr-only">, {rest}</span>
    </button>
  );
}

interface HeatMapProps {
  /** Symbols of the pairs that have tiles. */
  shown: ReadonlySet<string>;
  onOpen: (symbol: string) => void;
}

/** The market at a glance: a tile for each pair. One of them is in the order of the Tab key; arrows lead to the others. */
export function HeatMap({ shown, onOpen }: HeatMapProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const height = Math.round(Math.min(640, Math.max(360, width * 0.55)));
  const tickers = useTickers();
  const tiles = useTiles(tickers, shown, width, height);
  const isSomeStale = useStalest(tiles.map(({ symbol }) => symbol)) !== null;
  const [active, setActive] = useState<string | null>(null);
  const bySymbol = new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
  const reachable = tiles.some(({ symbol }) => symbol === active) ? active : tiles[0]?.symbol;
  const hit = tiles.filter(isHit);
  const onKeyDown = (event: KeyboardEvent, from: string): void => {
    const next = neighbour(hit, from, event.key);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <figure className="flex flex-col gap-2 p-3">
      <figcaption className="text-xs text-muted">
        {texts.how} {isSomeStale ? texts.someStale : null} <span className="pointer-coarse:hidden">{texts.keys}</span>
      </figcaption>
      <div ref={box} role="group" aria-label={texts.title} className="relative" style={{ height }}>
        {tiles.length === 0 && width > 0 ? <EmptyState title={texts.empty} /> : null}
        {tiles.map((tile) => (
          <MapTile
            key={tile.symbol}
            id={`${id}-${tile.symbol}`}
            tile={tile}
            ticker={bySymbol.get(tile.symbol)}
            isReachable={tile.symbol === reachable}
            onOpen={onOpen}
            onFocus={setActive}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
    </figure>
  );
}
