import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Market, PairList } from '@plecho/contract';
import { useQueryClient } from '@tanstack/react-query';
import { intents } from '@/api/intents/carry-out.ts';
import { keys } from '@/api/keys.ts';
import { usePairs } from '@/api/queries.ts';
import { isDrillMarket } from '@/lib/drill-market.ts';
import { AlertsProvider } from './alerts.tsx';
import { LiveMarket } from './live-market.ts';
import { PaymentsProvider } from './payments.tsx';
import { followPage, stream } from './stream.ts';

export const LiveContext = createContext<LiveMarket | null>(null);

/** The live state of the selected market. @throws Error outside of {@link LiveProvider} */
export function useLive(): LiveMarket {
  const live = use(LiveContext);
  if (live === null) throw new Error('no live market here');
  return live;
}

/** The spreads of a blind scenario are told from its start on: what was read before is read again. */
function useSpreads({ id, startAt, scenario }: Market, { state }: LiveMarket, pairs: PairList | undefined): void {
  const client = useQueryClient();
  const status = useSyncExternalStore(state.listen, () => state.get()?.status ?? null);
  const isBefore = scenario?.blind === true && pairs?.market === id && pairs.now < startAt * 1_000;
  const isOld = isBefore && status === 'running';
  useEffect(() => {
    if (!isOld) return;
    void client.invalidateQueries({ queryKey: keys.allPairs() });
    void client.invalidateQueries({ queryKey: keys.movesIn(id) });
  }, [client, id, isOld]);
}

function LiveState({ market, children }: { market: Market; children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(
    () =>
      new LiveMarket(market.id, stream, ({ trades, closed }) => {
        for (const trade of trades) client.setQueryData(keys.trade(market.id, trade.id), trade);
        if (closed) void client.invalidateQueries({ queryKey: [...keys.trades(market.id), 'list'] });
        // Funding is news too, and in the result of the season.
        void client.invalidateQueries({ queryKey: keys.funding(market.id) });
        void client.invalidateQueries({ queryKey: keys.seasons(market.id) });
      }),
  );
  const { data: pairs, dataUpdatedAt } = usePairs();
  useEffect(() => live.start(), [live]);
  useEffect(() => {
    if (pairs === undefined || pairs.market !== live.id) return;
    // What was read before is as old as it is by now.
    if (live.state.get() === null) live.state.clock(pairs.now + Date.now() - dataUpdatedAt);
    live.tickers.seed(pairs.items);
  }, [live, pairs, dataUpdatedAt]);
  useSpreads(market, live, pairs);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** What was read before a connection was lost may be old when it is back; what a screen shows is read again. */
function useRenewal(): void {
  const client = useQueryClient();
  useEffect(() => {
    let wasLost = false;
    return stream.listen(() => {
      const { state } = stream.connection();
      if (state === 'live' && wasLost) void client.invalidateQueries();
      wasLost = state === 'reconnecting' || state === 'offline' || (wasLost && state === 'connecting');
    });
  }, [client]);
}

/** Connects the tab and keeps `market` and the person's account in it live for everything below. */
export function LiveProvider({ market, children }: { market: Market; children: ReactNode }) {
  const isReplaySession = market.session !== undefined && !isDrillMarket(market.id);
  useRenewal();
  useEffect(() => {
    stream.start();
    return () => stream.stop();
  }, []);
  useEffect(() => followPage(isReplaySession), [isReplaySession]);
  // What a command has done is shown by the stream.
  useEffect(() => intents.onEnd(stream.hurry), []);
  return (
    <PaymentsProvider>
      <AlertsProvider>
        <LiveState key={market.id} market={market}>
          {children}
        </LiveState>
      </AlertsProvider>
    </PaymentsProvider>
  );
}
