import { parsePrice, parseUsdt, compileRecipe, formatPrice, type Candle, type Recipe } from '@plecho/domain';
import type { Candle as WireCandle, Market } from '@plecho/contract';
import { useRecentCandles } from '@/api/market-details.ts';
import { toPoints } from '@/lib/price-points.ts';
import { BeforeAfter } from '@/ui/before-after.tsx';
import { PriceLines } from '@/ui/price-lines.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { mainPairOf } from './main-pair.ts';
import { texts } from './texts.ts';

const { scenario: words } = texts;
const MINUTES = 240;
const MINUTE_SECONDS = 60;

function exact({ time, open, high, low, close, volume }: WireCandle): Candle {
  const price = (text: string): bigint => parsePrice(text) ?? 0n;
  return {
    time,
    ...{ open: price(open), high: price(high), low: price(low), close: price(close) },
    volume: parseUsdt(volume) ?? 0n,
  };
}

const written = ({ time, open, high, low, close }: Candle): WireCandle => ({
  ...{ time, open: formatPrice(open), high: formatPrice(high), low: formatPrice(low), close: formatPrice(close) },
  volume: '0',
});

/** Minutes of the base as they would be in a scenario that had started with the first of them; those without prices are absent. */
export function transformed(recipe: Recipe, symbol: string, candles: readonly WireCandle[]): WireCandle[] {
  const stages = compileRecipe(recipe, [symbol]).get(symbol);
  const first = candles[0];
  if (stages === undefined || first === undefined) return [];
  const reference = exact(first).open;
  return candles.flatMap((candle) => {
    const after = stages.candle(exact(candle), reference, (candle.time - first.time) * 1000);
    return after === null ? [] : [written(after)];
  });
}

/** The pair to show: one that the recipe does something to. */
function pairOf({ stages }: Recipe, symbols: readonly string[]): string {
  const named = stages.flatMap((stage) => stage.symbols ?? []);
  const isForAll = stages.some((stage) => stage.symbols === null);
  return mainPairOf(isForAll || named.length === 0 ? symbols : named);
}

/** The recipe on the last hours of its base, before and after in one drawing: the same for everybody, computed here. */
export function RecipeChart({ market, recipe, base }: { market: Market; recipe: Recipe; base: string }) {
  const symbol = pairOf(recipe, market.symbols);
  const { data: candles, isError } = useRecentCandles({ market: base, symbol, interval: '1m', limit: MINUTES });
  if (isError || candles?.length === 0) return <p className="text-xs text-muted">{words.noChart}</p>;
  if (candles === undefined) return <Skeleton className="h-48" />;
  return (
    <BeforeAfter
      before={toPoints(candles)}
      after={toPoints(transformed(recipe, symbol, candles))}
      names={{ before: words.before, after: words.after }}
      caption={words.chart(symbol)}
      label={words.chartOf(symbol, market.label)}
      watermark={market.label}
    />
  );
}

/** The last hours of a scenario whose base nobody sees elsewhere: its own prices, with nothing to compare them with. */
export function OwnBaseChart({ market, recipe }: { market: Market; recipe: Recipe }) {
  const symbol = pairOf(recipe, market.symbols);
  const { data: candles, isError } = useRecentCandles({ market: market.id, symbol, interval: '1m', limit: MINUTES });
  if (isError || (candles !== undefined && candles.length < 2)) {
    return <p className="text-xs text-muted">{words.noOwnChart}</p>;
  }
  if (candles === undefined) return <Skeleton className="h-48" />;
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-xs text-muted">{words.ownChart(symbol)}</figcaption>
      <PriceLines
        lines={[{ name: symbol, tone: 'accent', points: toPoints(candles) }]}
        step={MINUTE_SECONDS}
        label={words.ownChartOf(symbol, market.label)}
        watermark={market.label}
        className="h-48 rounded bg-page"
      />
    </figure>
  );
}
