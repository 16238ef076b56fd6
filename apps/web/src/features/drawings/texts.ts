import type { DrawingKind, Part } from './drawing.ts';
import { MAX_DRAWINGS } from './stored.ts';

const kind: Record<DrawingKind, string> = {
  horizontal: 'Горизонтальная линия',
  trend: 'Трендовая линия',
  ray: 'Луч',
  rectangle: 'Прямоугольник',
  fibonacci: 'Уровни Фибоначчи',
  measure: 'Линейка',
  long: 'Позиция Long',
  short: 'Позиция Short',
};

const positionPart = ['вход', 'цель', 'стоп'];

export const drawingTexts = {
  kind,
  tools: 'Инструменты рисования',
  magnet: 'Магнит к ценам свечей',
  undo: 'Отменить (Ctrl+Z)',
  redo: 'Вернуть (Ctrl+Shift+Z)',
  listName: 'Рисунки на графике',
  close: 'Убрать панель рисования',
  sheet: 'Рисование',
  hint: {
    one: 'место на графике',
    first: 'первая точка',
    second: 'вторая точка',
  },
  placeInMiddle: 'Поставить в середину',
  cancel: 'Отмена',
  empty: 'Рисунков пока нет. Выберите инструмент и укажите место на графике.',
  keys: 'Стрелки двигают выбранный рисунок, с Shift дальше; Delete удаляет.',
  nameOf: (kindOf: DrawingKind, number: number | null) =>
    number === null ? kind[kindOf] : `${kind[kindOf]} ${number}`,
  lockedMark: 'закреплено',
  lock: 'Закрепить',
  unlock: 'Открепить',
  duplicate: 'Повторить рядом',
  remove: 'Удалить',
  removeAll: 'Удалить все',
  release: 'Снять выбор',
  toTicket: 'В форму ордера',
  part: 'Что двигать',
  partName: (kindOf: DrawingKind, part: Part) => {
    if (part === 'whole') return 'весь рисунок';
    return kindOf === 'long' || kindOf === 'short' ? (positionPart[part] ?? '') : `точку ${part + 1}`;
  },
  added: (name: string) => `${name}: добавлено`,
  removed: (name: string) => `${name}: удалено`,
  undoneAs: 'Действие отменено',
  redoneAs: 'Действие возвращено',
  tooMany: `На паре уже ${MAX_DRAWINGS} рисунков. Удалите лишние.`,
  notKept: 'Браузер не хранит рисунки: нет места или запрет. Со страницей они исчезнут.',
  spoilt: 'Часть рисунков этой пары не прочитана: они повреждены или от другой версии.',
  bars: (count: string) => `${count} свеч.`,
  target: 'Цель',
  stop: 'Стоп',
  reward: (ratio: string) => `${ratio}R`,
  margin: (amount: string, leverage: number) => `маржа ${amount}, ${leverage}x`,
};
