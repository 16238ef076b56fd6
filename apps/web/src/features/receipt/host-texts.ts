import { CLOSE_REASONS } from '@/lib/close-reasons.ts';

/** What is said of a receipt before it is opened; the rest comes with it. */
export const hostTexts = {
  title: 'Почему позиция закрыта?',
  reason: CLOSE_REASONS,
  unit: 'уч. USDT',
  link: 'Открыть на отдельной странице',
  closeDialog: 'Понятно',
  next: (count: number) => `Следующая сделка (${count})`,
  toast: (symbol: string, reason: string) => `${symbol}: ${reason.toLowerCase()}`,
  open: 'Разобрать',
  missed: 'Пока вас не было, закрылось несколько позиций.',
  history: 'История',
};
