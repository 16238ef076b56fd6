export { useAccount, useAccountTotals, usePositionFigures, useStalestPosition } from './account.ts';
export type { AccountState, AccountTotals, Balances, PositionFigures } from './account.ts';
export { listenToRings, useRings } from './alerts.tsx';
export { subscribeCandles } from './candles.ts';
export { refreshStream, tickersSequence, useConnection, type Connection } from './connection.ts';
export { LiveProvider } from './context.tsx';
export { useDrill, type LiveDrill } from './drill.ts';
export { useExpiryClock, type ExpiryClock } from './expiry-clock.ts';
export { useLiveOperation, usePayments, type PaymentsState } from './payments.tsx';
export {
  arePricesComing,
  entryQuote,
  exitQuote,
  useMarketClock,
  useMarketNow,
  useMarketState,
  usePair,
  useStale,
  useStalest,
  useTicker,
  useTickers,
  useTickerSource,
  useToldCheckpoint,
  type LiveTicker,
  type Staleness,
} from './tickers.ts';
