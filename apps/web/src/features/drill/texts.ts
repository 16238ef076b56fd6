import type { DrillState } from '@plecho/contract';

export const texts = {
  bar: {
    title: 'Тренировка класса',
    loading: 'Загрузка тренировки',
    waiting: 'Ждём начала: преподаватель запустит отсчёт',
    countdown: 'Начало через',
    seconds: (count: string) => `${count} с`,
    playing: 'Идёт тренировка',
    paused: 'Преподаватель поставил паузу',
    pausedHint: 'Цена стоит, пока тренировка на паузе.',
    ended: 'Тренировка завершена',
    result: 'Результат',
    debrief: 'Разбор',
    progress: 'Пройдено тренировки',
    left: (span: string) => `осталось ${span}`,
    speed: (speed: number) => `${speed}x`,
    speedHint: (speed: number) => `За секунду проходит ${speed} с рынка`,
  },
  list: {
    title: 'Тренировки',
    hint: 'Один отрезок истории для всего класса: его запускает, ставит на паузу и завершает преподаватель. После окончания открывается разбор.',
    loading: 'Загрузка тренировок',
    failed: 'Не удалось загрузить тренировки',
    empty: 'Тренировок пока нет. Преподаватель создаст первую, и она появится здесь.',
    masked: 'Даты скрыты',
    members: (count: number) => `Участников: ${count}`,
    open: 'Перейти к торговле',
    debrief: 'Разбор',
    state: {
      waiting: 'Ждёт начала',
      countdown: 'Отсчёт',
      playing: 'Идёт',
      paused: 'На паузе',
      ended: 'Завершена',
    } satisfies Record<DrillState, string>,
  },
} as const;
