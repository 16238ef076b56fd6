import type { ChartScale, ChartStyle } from '../chart-view.ts';
import { chartTexts } from '../texts.ts';
import type { PanelName } from './panel-name.ts';

export const deskTexts = {
  toolbar: 'Инструменты графика',
  close: 'Готово',
  panel: {
    indicators: 'Индикаторы',
    view: 'Вид',
    compare: 'Сравнить',
    layout: 'Раскладка',
    picture: 'Снимок',
  } satisfies Record<PanelName, string>,
  panelTitle: {
    indicators: 'Индикаторы',
    view: 'Вид графика',
    compare: 'Сравнить с другой парой',
    layout: 'Раскладка',
    picture: 'Снимок графика',
  } satisfies Record<PanelName, string>,
  hint: {
    indicators: 'Средние, полосы, RSI, MACD и другие',
    view: 'Свечи, бары или линия, шкала цен',
    compare: 'Ещё одна пара в процентах на том же графике',
    layout: 'Несколько графиков рядом',
    picture: 'График картинкой',
  } satisfies Record<PanelName, string>,
  style: 'Цены',
  styles: {
    candles: 'Свечи',
    hollow: 'Пустые свечи',
    bars: 'Бары',
    line: 'Линия',
    heikinAshi: chartTexts.heikinAshi,
  } satisfies Record<ChartStyle, string>,
  ashi: 'Свечи Хейкен-Аши сглажены: их цены не те, по которым открывают и закрывают позиции. Линии, метки и подпись последней цены остаются настоящими.',
  scale: 'Шкала',
  scales: { normal: 'Обычная', log: 'Логарифмическая', percent: 'Проценты' } satisfies Record<ChartScale, string>,
  comparing: 'Пока пары сравниваются, шкала в процентах.',
  charts: 'Графиков рядом',
  links: 'Общие для всех графиков',
  link: { symbol: 'Пара', interval: 'Интервал', crosshair: 'Перекрестие' },
  active: 'Форма ордера и ваши позиции относятся к выбранному графику. Чтобы выбрать другой, нажмите на его заголовок.',
  activate: (symbol: string, interval: string) => `Выбрать график ${symbol}, ${interval}`,
  isActive: 'Выбран',
  choose: 'Выбрать',
  activeName: (symbol: string, interval: string) => `Выбран график ${symbol}, ${interval}`,
  pairOf: (number: number) => `Пара графика ${number}`,
  intervalOf: (number: number) => `Интервал графика ${number}`,
};
