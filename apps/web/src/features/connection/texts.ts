import type { Connection } from '@/live/index.ts';

export const stateText: Record<Connection['state'], string> = {
  connecting: 'Подключение…',
  live: 'На связи',
  reconnecting: 'Связь потеряна',
  offline: 'Нет сети',
  replaced: 'Цены остановлены',
};

export const latencyText = (ms: number): string => `Задержка ${ms} мс`;

/** What was asked for of what is open is sent again, and decided at the prices of then; a ticket waits. */
const MEANWHILE =
  'Цены последние известные. Новый ордер не отправить; закрытие и отмена дойдут со связью, по ценам того времени.';

export const trouble = {
  reconnecting: `Связь с сервером потеряна. ${MEANWHILE}`,
  offline: `Устройство не в сети. ${MEANWHILE}`,
  replaced: 'Открыто слишком много вкладок, и в этой цены остановлены. Закройте лишние и обновите страницу.',
  halted: 'Торговля на этом рынке остановлена до проверки. Открытые позиции видны, новые ордера не принимаются.',
  ended: 'Рынок завершён. Позиции закрыты по последней цене, история остаётся доступной.',
  upcoming: 'Рынок ещё не начался. Торговать можно будет с началом.',
} as const;

export const silentServer = {
  title: 'Сервер не отвечает, пробуем снова',
  hint: 'Ваши позиции хранятся на сервере, с ними ничего не случилось. Экран откроется сам, когда сервер ответит.',
} as const;
