import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Candle, Trade } from '@plecho/contract';
import { INTERVAL_SECONDS, parsePrice, parseUsdt, profitAndLoss } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { fetchCandles } from '@/api/candles.ts';
import { useMarket } from '@/api/queries.ts';
import { keys } from '@/api/keys.ts';
import { formatPrice, formatSignedMoney, priceDecimalsOf } from '@/lib/format.ts';
import { ppmOf } from '@/lib/market-rates.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { usePair } from '@/live/index.ts';
import { EmptyState, ErrorState, Skeleton } from '@/ui/index.ts';
import { RerunChart } from './rerun-chart.tsx';
import { RerunControls, type Speed } from './rerun-controls.tsx';
import { rerunWindow, storyOf, storyUntil, type RerunWindow, type Story } from './story.ts';
import { rerunTexts as texts } from './texts.ts';
import { usePlayback, type Playback } from './use-playback.ts';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** The keys of a player, wherever in it the focus is; the slider has its own. */
function usePlayerKeys(area: RefObject<HTMLElement | null>, { at, toggle, seek }: Playback): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRange = target instanceof HTMLInputElement;
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1 };
    const step = moves[key];
    if (key === ' ' && !(target instanceof HTMLButtonElement)) toggle();
    else if (step !== undefined && !isRange) seek(step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = area.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [area]);
}

/** What a position of one fill would have come to at the close of a candle; '' where that is not known. */
function openPnl({ type: side, entries, entryPrice, size }: Trade, { close }: Candle): string {
  const [entry, price] = [parsePrice(entryPrice), parsePrice(close)];
  if (entries.length !== 1 || entry === null || price === null) return '';
  const pnl = profitAndLoss({ side, notional: parseUsdt(size) ?? 0n, entryPrice: entry }, price);
  return `${texts.openPnl}: ${formatSignedMoney(pnl)}`;
}

function Happened({
  trade,
  shown,
  candle,
  priceDecimals,
}: {
  trade: Trade;
  shown: Story;
  candle: Candle;
  priceDecimals: number;
}) {
  const time = useMarketTime();
  const isOver = shown.events.some(({ kind }) => kind === 'exit');
  const net = (parseUsdt(trade.pnl) ?? 0n) - (parseUsdt(trade.fee) ?? 0n);
  const now = isOver ? `${texts.result}: ${formatSignedMoney(net)}` : openPnl(trade, candle);
  return (
    <section aria-label={texts.events} className="min-h-24 text-sm tabular">
      {shown.events.length === 0 ? (
        <p className="text-muted">{texts.before}</p>
      ) : (
        <ol className="flex flex-col gap-0.5">
          {shown.events.map(({ kind, price, time: at }) => (
            <li key={`${kind} ${at}`}>
              {texts[kind]} {formatPrice(price, priceDecimals)}
              {kind === 'exit' && `, ${texts.reason[trade.reason]}`} <span className="text-muted">{time.full(at)}</span>
            </li>
          ))}
        </ol>
      )}
      {shown.events.length > 0 && <p className="mt-1 font-medium">{now}</p>}
    </section>
  );
}

interface PlayerProps {
  trade: Trade;
  window: RerunWindow;
  candles: readonly Candle[];
}

function Player({ trade, window: { interval }, candles }: PlayerProps) {
  const area = useRef<HTMLDivElement>(null);
  const market = useMarket();
  const time = useMarketTime();
  const isCalm = useMediaQuery(REDUCED_MOTION);
  const [speed, setSpeed] = useState<Speed>(isCalm ? 1 : 2);
  const maintenance = ppmOf(market.maintenanceMarginPercent);
  const whole = useMemo(() => storyOf(trade, maintenance), [trade, maintenance]);
  const step = INTERVAL_SECONDS[interval];
  // The candle before the one of the entry is where it begins.
  const entered = candles.findIndex((candle) => candle.time + step > trade.entryRecord.time / 1000);
  const playback = usePlayback(candles.length, Math.max(entered - 1, 0), speed);
  usePlayerKeys(area, playback);
  const pair = usePair(trade.symbol);
  const priceDecimals = pair?.priceDecimals ?? priceDecimalsOf(parsePrice(trade.entryPrice) ?? 0n);
  const candle = candles[playback.at];
  if (candle === undefined) return null;
  const shown = storyUntil(whole, candle, interval);
  return (
    <div ref={area} role="group" aria-label={texts.controls} className="flex flex-col gap-3">
      <RerunChart
        {...{
          symbol: trade.symbol,
          label: trade.label,
          candles,
          interval,
          at: playback.at,
          whole,
          shown,
          priceDecimals,
        }}
      />
      <RerunControls
        playback={playback}
        count={candles.length}
        speed={speed}
        onSpeed={setSpeed}
        nameOf={(n) => time.short(candles[n]?.time ?? 0)}
      />
      <p className="text-xs text-muted tabular">
        {texts.candle(texts.interval[interval], playback.at + 1, candles.length)}. {texts.keys}
      </p>
      <Happened {...{ trade, shown, candle, priceDecimals }} />
      {(trade.takeProfit !== null || trade.stopLoss !== null || trade.initialStopLoss !== null) && (
        <p className="text-xs text-muted">{texts.levelsNote}</p>
      )}
    </div>
  );
}

/** A closed trade once more, candle by candle. */
export function RerunView({ trade }: { trade: Trade }) {
  const window = rerunWindow(trade);
  const { market, symbol } = trade;
  const { interval, from, to: before, limit } = window;
  const { data, error, refetch } = useQuery({
    queryKey: keys.rerun(market, symbol, window),
    queryFn: () => fetchCandles({ market, symbol, interval, limit, before }),
    // It has begun: candles that come meanwhile belong to the next look.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === undefined) {
    if (error !== null) return <ErrorState title={texts.failed} onRetry={() => void refetch()} />;
    return (
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="h-96" />
      </div>
    );
  }
  const candles = data.items.filter(({ time }) => time >= from);
  if (candles.length === 0) return <EmptyState title={texts.empty} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-secondary">{texts.lead}</p>
      <Player trade={trade} window={window} candles={candles} />
    </div>
  );
}
