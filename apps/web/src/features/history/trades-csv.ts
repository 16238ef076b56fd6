import type { NotedTrade } from '@plecho/contract';
import type { Column } from '@/lib/csv.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { historyTexts as texts } from './texts.ts';

/** A moment of the market: where dates are hidden, the day and the clock as on the screens, and no date to mislead a program. */
const moment = (time: MarketTime, at: (trade: NotedTrade) => number): Pick<Column<NotedTrade>, 'text' | 'time'> =>
  time.dayOne === null ? { time: (t) => at(t) * 1000 } : { text: (t) => time.full(at(t)) };

/** Amounts are in play USDT, prices in USDT, times those of the market. */
export const tradeColumns = (time: MarketTime): readonly Column<NotedTrade>[] => [
  { code: 'id', title: 'Номер сделки', text: (t) => t.id },
  { code: 'market', title: null, text: (t) => t.market },
  { code: 'market_label', title: 'Рынок', text: (t) => t.label },
  { code: 'symbol', title: 'Пара', text: (t) => t.symbol },
  { code: 'type', title: 'Направление', text: (t) => t.type, words: (t) => texts.sideName[t.type] },
  { code: 'leverage', title: 'Плечо', decimal: (t) => t.leverage },
  { code: 'margin_usdt', title: 'Маржа, уч. USDT', decimal: (t) => t.amount },
  { code: 'size_usdt', title: 'Размер позиции, уч. USDT', decimal: (t) => t.size },
  { code: 'entry_price', title: 'Цена входа', decimal: (t) => t.entryPrice },
  { code: 'exit_price', title: 'Цена выхода', decimal: (t) => t.exitPrice },
  { code: 'pnl_usdt', title: 'PnL, уч. USDT', decimal: (t) => t.pnl },
  { code: 'pnl_percent', title: 'PnL, % маржи', decimal: (t) => t.pnlPercent },
  { code: 'fee_usdt', title: 'Комиссия, уч. USDT', decimal: (t) => t.fee },
  { code: 'insurance_usdt', title: 'Покрыто страховым фондом, уч. USDT', decimal: (t) => t.insurance },
  {
    ...{ code: 'reason', title: 'Причина закрытия', text: (t) => t.reason },
    words: (t) => (t.seasonEnd ? texts.seasonEnd : texts.reason[t.reason]),
  },
  { code: 'opened_at', title: 'Открыта', ...moment(time, (t) => t.openTime) },
  { code: 'closed_at', title: 'Закрыта', ...moment(time, (t) => t.closeTime) },
  { code: 'entry_record', title: null, text: (t) => t.entryRecord.seq },
  { code: 'exit_record', title: null, text: (t) => t.exitRecord.seq },
  { code: 'initial_stop_loss', title: 'Первый стоп-лосс', decimal: (t) => t.initialStopLoss },
  { code: 'funding_usdt', title: 'Фандинг, уч. USDT', decimal: (t) => t.funding },
  { code: 'note', title: 'Заметка', text: (t) => t.note?.text ?? null },
  { code: 'tags', title: 'Метки', text: (t) => t.note?.tags.join(', ') ?? null },
  { code: 'season_end', title: null, text: (t) => String(t.seasonEnd) },
];
