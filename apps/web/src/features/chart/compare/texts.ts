export const compareTexts = {
  search: 'Найти пару',
  none: 'Такой пары нет',
  pairs: 'Пары для сравнения',
  most: (count: number) => `Не больше ${count} пар`,
  note: 'Каждая линия начинается с 0 % у левого края графика.',
  legend: 'Пары для сравнения на графике',
  remove: (symbol: string) => `Не сравнивать с ${symbol}`,
  loading: 'загрузка…',
  failed: 'нет свечей',
  retry: (symbol: string) => `Загрузить ${symbol} ещё раз`,
};
