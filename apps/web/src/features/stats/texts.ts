import type { Results } from '@plecho/contract';
import { FEW_TRADES, type Side } from '@plecho/domain';
import { plural } from '@/lib/format.ts';
import { CLOSE_REASONS } from '@/lib/close-reasons.ts';

export type SplitName = keyof Results['splits'];

const trades = (n: number): string => `${n} ${plural(n, 'сделка', 'сделки', 'сделок')}`;

export const statsTexts = {
  loading: 'Считаем результаты',
  failed: 'Не удалось посчитать результаты',
  stale: 'Не удалось обновить: показаны прежние результаты.',
  retry: 'Повторить',
  empty: 'Закрытых сделок пока нет',
  emptyHint:
    'После первой закрытой сделки здесь появятся кривая капитала без пополнений, просадка, доля прибыльных и разбивка по плечу, парам и времени.',
  toTrade: 'К торговле',
  emptyFiltered: 'В этом промежутке закрытых сделок нет',
  reset: 'Сбросить',
  filters: 'За какое время',
  season: 'Сезон',
  seasonName: (number: string) => `Сезон ${number}`,
  from: 'С даты',
  to: 'По дату',
  few: (n: number) =>
    `Мало сделок: ${trades(n)}. До ${FEW_TRADES} сделок доли показаны с интервалом, в котором они лежат с вероятностью 95\u00a0%.`,
  count: (n: number) => trades(n),
  figures: 'Показатели',
  curve: 'Кривая капитала',
  curveLead: 'Пополнения и выводы из кривой убраны: видно только то, что дали сделки.',
  curveLabel: (gained: string, drawdown: string) => `Доходность ${gained}, наибольшая просадка ${drawdown}`,
  curveMeasure: 'Что показать на кривой',
  measures: { gained: 'Доходность, %', net: 'Итог, уч. USDT' },
  splits: 'Разбивка',
  splitBy: 'По чему разбить',
  splitNames: {
    leverage: 'Плечо',
    symbol: 'Пара',
    side: 'Направление',
    reason: 'Причина',
    hour: 'Час',
    weekday: 'День',
  } satisfies Record<SplitName, string>,
  splitNotes: {
    leverage: null,
    symbol: null,
    side: null,
    reason: 'Причина, по которой сделка закрыта. «Закрыта вами» — и закрытые, когда вы начали заново.',
    hour: 'Час открытия, по вашим часам.',
    weekday: 'День недели открытия, по вашим часам.',
  } satisfies Record<SplitName, string | null>,
  sides: { long: 'Long', short: 'Short' } satisfies Record<Side, string>,
  reasons: CLOSE_REASONS,
  weekdays: ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'],
  columns: {
    trades: 'Сделок',
    net: 'Итог',
    winRate: 'Прибыльных',
    expectancy: 'В среднем',
    profitFactor: 'Профит-фактор',
    liquidations: 'Ликвидаций',
  },
  whole: 'Все сделки',
  none: '—',
  exported: (count: number) => `Строк в файле: ${count}`,
  exportFailed: 'Не удалось сделать файл. Повторите попытку.',
  tables: 'Таблицы',
  points: 'Кривая',
  help: 'Все формулы',
};
