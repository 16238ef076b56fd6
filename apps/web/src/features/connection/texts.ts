import type { Connection } from '@/live/index.ts';

export const stateText: Record<Connection['state'], string> = {
  connecting: 'Подключение…',
  live: 'На связи',
  reconnecting: 'Связь потеряна',
  offline: 'Нет сети',
};

export const latencyText = (ms: number): string => `Задержка ${ms} мс`;

export const trouble = {
  reconnecting: 'Связь с сервером потеряна. Показаны последние известные цены; ордера сейчас не отправить.',
  offline: 'Устройство не в сети. Показаны последние известные цены; ордера сейчас не отправить.',
  halted: 'Торговля на этом рынке остановлена до проверки. Открытые позиции видны, новые ордера не принимаются.',
  ended: 'Рынок завершён. Позиции закрыты по последней цене, история остаётся доступной.',
  upcoming: 'Рынок ещё не начался. Торговать можно будет с началом.',
} as const;
