export { useAccount, useAccountTotals, usePositionFigures } from './account.ts';
export type { AccountState, AccountTotals, Balances, PositionFigures } from './account.ts';
export { subscribeCandles } from './candles.ts';
export { refreshStream, tickersSequence, useConnection, type Connection } from './connection.ts';
export { LiveProvider } from './context.tsx';
export { useLiveOperation, usePayments, type PaymentsState } from './payments.tsx';
export {
  entryQuote,
  exitQuote,
  useMarketNow,
  useMarketState,
  usePair,
  useStale,
  useTicker,
  useTickers,
  type LiveTicker,
  type Staleness,
} from './tickers.ts';
