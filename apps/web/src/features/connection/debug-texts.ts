export const texts = {
  title: 'Отладка',
  user: 'Пользователь',
  market: 'Рынок',
  symbol: 'Пара',
  tickAge: 'Возраст последнего тика',
  sequence: 'Номер кадра',
  connection: 'Соединение',
  latency: 'Задержка',
  none: 'нет',
} as const;

export const milliseconds = (value: number): string => `${Math.round(value)} мс`;
