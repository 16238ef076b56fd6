import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { LogHead, Pair } from '@plecho/contract';
import { useMarket, usePairs } from '@/api/queries.ts';
import { useLive } from './context.tsx';
import { everySecond } from './every-second.ts';
import type { LiveTicker } from './ticker-store.ts';
import type { MarketState } from './market-state.ts';

export { entryQuote, exitQuote, type LiveTicker } from './ticker-store.ts';

const deaf = (): (() => void) => () => undefined;

/**
 * The newest ticker of a pair; undefined before its first price.
 * @param isWatched whether it is renewed as prices come; nobody has to draw what nobody sees
 */
export function useTicker(symbol: string, isWatched = true): LiveTicker | undefined {
  const { tickers } = useLive();
  const listen = useCallback((listener: () => void) => tickers.listenTo(symbol, listener), [tickers, symbol]);
  const subscribe = isWatched ? listen : deaf;
  return useSyncExternalStore(subscribe, () => tickers.get(symbol));
}

/** The tickers of one pair, for what takes them without being drawn anew. */
export interface TickerSource {
  /** The newest; undefined before the first price. */
  get(): LiveTicker | undefined;
  /** @returns what ends it */
  listen(listener: () => void): () => void;
}

/** The same object until the symbol or the market is another. */
export function useTickerSource(symbol: string): TickerSource {
  const { tickers } = useLive();
  return useMemo(
    () => ({ get: () => tickers.get(symbol), listen: (listener) => tickers.listenTo(symbol, listener) }),
    [tickers, symbol],
  );
}

/** All tickers, renewed at most once a second: for sorting and ranking. */
export function useTickers(): LiveTicker[] {
  const { tickers } = useLive();
  const shown = useRef<{ store: typeof tickers; list: LiveTicker[] } | null>(null);
  const subscribe = useCallback(
    (listener: () => void) => {
      const renew = (): void => {
        const list = tickers.list();
        if (shown.current?.list === list) return;
        shown.current = { store: tickers, list };
        listener();
      };
      const leaveSecond = everySecond(renew);
      // The first prices are not kept waiting.
      const leaveAll = tickers.listenToAll(() => {
        if ((shown.current?.list.length ?? 0) === 0) renew();
      });
      renew();
      return () => {
        leaveSecond();
        leaveAll();
      };
    },
    [tickers],
  );
  return useSyncExternalStore(subscribe, () => {
    if (shown.current?.store !== tickers) shown.current = { store: tickers, list: tickers.list() };
    return shown.current.list;
  });
}

/**
 * The prices that came with `pairs` are taken up a moment after them: until then nothing is in an order of theirs, and rows
 * would change places right after they were first drawn.
 */
export const arePricesComing = (pairs: readonly Pair[], tickers: readonly LiveTicker[]): boolean =>
  tickers.length === 0 && pairs.some(({ lastPrice }) => lastPrice !== null);

/** A pair of the selected market by its symbol. */
export function usePair(symbol: string): Pair | undefined {
  const { data } = usePairs();
  return data?.items.find((pair) => pair.symbol === symbol);
}

/**
 * A value that is read when its source tells of a change, and stands in between: a clock that plays at 600x is another at
 * every look, and what shows it would be drawn again and again. null is no value yet.
 * @param subscribe keeps its identity, as does `read`, while both are about the same
 */
function useHeld<T>(subscribe: (listener: () => void) => () => void, read: () => T | null): T | null {
  const held = useRef<{ read: typeof read; value: T | null } | null>(null);
  const listen = useCallback(
    (listener: () => void) => {
      held.current = null;
      return subscribe(() => {
        held.current = null;
        listener();
      });
    },
    [subscribe],
  );
  return useSyncExternalStore(listen, () => {
    if (held.current?.read !== read || held.current.value === null) held.current = { read, value: read() };
    return held.current.value;
  });
}

/** Milliseconds by the market's own clock, renewed once a second; null until it is known. */
export function useMarketNow(): number | null {
  const { state } = useLive();
  const read = useCallback(() => {
    const now = state.now();
    return now === null ? null : Math.floor(now / 1000) * 1000;
  }, [state]);
  return useHeld(everySecond, read);
}

/** Reads the market's own clock, milliseconds; null until it is known. */
export function useMarketClock(): () => number | null {
  const { state } = useLive();
  return () => state.now();
}

/** Label, status and halt of the market as the stream tells them; null before its first frame. */
export function useMarketState(): MarketState | null {
  const { state } = useLive();
  return useSyncExternalStore(state.listen, state.get);
}

/** Reads the newest checkpoint of the market's log that the stream told; null before the first. */
export function useToldCheckpoint(): () => LogHead | null {
  const live = useLive();
  return useCallback(() => live.checkpoint, [live]);
}

export interface Staleness {
  /** No order can be filled at a price this old. */
  stale: boolean;
  /** Age of the newest price in whole seconds, as milliseconds; null when there is no price. */
  ageMs: number | null;
}

/** In whole seconds, as milliseconds; null when there is no price, or no clock. @param now by which prices grow old */
const ageOf = (ticker: LiveTicker | undefined, now: number | null): number | null =>
  now === null || ticker === undefined ? null : Math.floor(Math.max(0, now - ticker.timeMs) / 1000) * 1000;

/**
 * Whether the newest price of a pair is too old; a pair without any price is stale.
 * @param isWatched as of {@link useTicker}
 */
export function useStale(symbol: string, isWatched = true): Staleness {
  const { tickers, state } = useLive();
  const { staleAfterSeconds } = useMarket();
  const listen = useCallback(
    (listener: () => void) => {
      const leaveSecond = everySecond(listener);
      const leaveTicker = tickers.listenTo(symbol, listener);
      return () => {
        leaveSecond();
        leaveTicker();
      };
    },
    [tickers, symbol],
  );
  const read = useCallback(() => ageOf(tickers.get(symbol), state.priceNow()), [state, tickers, symbol]);
  const ageMs = useHeld(isWatched ? listen : deaf, read);
  return { stale: ageMs === null || ageMs > staleAfterSeconds * 1000, ageMs };
}

/** Of no pair: none is stale. */
const NONE = '';

const symbolsIn = (key: string): string[] => (key === NONE ? [] : key.split(' '));

/**
 * Of some pairs the one whose newest price is the oldest, when it is too old; null while none is. As in {@link useStale} a
 * pair without any price is stale. What asks is drawn anew when the answer is another, not as a price grows older.
 */
export function useStalest(symbols: readonly string[]): string | null {
  const { tickers, state } = useLive();
  const { staleAfterSeconds } = useMarket();
  const key = symbols.join(' ');
  const listen = useCallback(
    (listener: () => void) => {
      const leaves = symbolsIn(key).map((symbol) => tickers.listenTo(symbol, listener));
      leaves.push(everySecond(listener));
      return () => {
        for (const leave of leaves) leave();
      };
    },
    [tickers, key],
  );
  const read = useCallback(() => {
    const now = state.priceNow();
    let oldest = { symbol: NONE, ageMs: staleAfterSeconds * 1000 };
    for (const symbol of symbolsIn(key)) {
      const ageMs = ageOf(tickers.get(symbol), now) ?? Infinity;
      if (ageMs > oldest.ageMs) oldest = { symbol, ageMs };
    }
    return oldest.symbol;
  }, [state, tickers, staleAfterSeconds, key]);
  const stalest = useHeld(listen, read);
  return stalest === NONE ? null : stalest;
}
