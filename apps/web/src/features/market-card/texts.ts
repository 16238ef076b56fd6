import type { Market } from '@plecho/contract';

export const texts = {
  status: { upcoming: 'Ещё не начался', running: 'Идёт', ended: 'Завершён' } satisfies Record<Market['status'], string>,
  halted: 'Торговля остановлена',
  main: 'Основной',
  current: 'Вы здесь',
  recipe: 'Рецепт: из чего складываются цены',
  enter: 'Войти и торговать',
  look: 'Посмотреть',
  back: 'К торговле',
  kind: {
    synthetic: 'Цены создаёт генератор внутри сервера. Ни с какой биржей они не связаны.',
    replay: 'Записанные цены прошлого, проигранные заново. Исход известен истории, но не вам.',
    exchange: 'Цены опубликованы биржей и показаны без изменений.',
    scenario: 'Цены другого рынка, изменённые по опубликованному рецепту.',
  } satisfies Record<Market['kind'], string>,
} as const;
