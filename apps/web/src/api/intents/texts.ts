import type { Area } from './intent.ts';

interface Texts {
  /** The outcome is not known yet. */
  open: string;
  /** Another intent of the same line has to end first. */
  earlierFirst: string;
  /** Another tab has ended it, or given it up. */
  elsewhere: string;
}

export const INTENT_TEXTS: Record<Area, Texts> = {
  account: {
    open: 'Ответа пока нет. Повторите: второй заявки не будет.',
    earlierFirst: 'Сначала нужно узнать, что стало с прошлой заявкой: она названа вверху страницы.',
    elsewhere: 'С этой заявкой разобрались в другой вкладке. Посмотрите, что вышло, прежде чем повторять.',
  },
  operator: {
    open: 'No answer yet. Send it again: it will not be carried out twice.',
    earlierFirst: 'First find out what became of the earlier request: it is named at the top of the page.',
    elsewhere: 'This request was resolved in another tab. Look at the balance before you repeat it.',
  },
};

/** Stands in a form in the place of {@link Texts.open} when that is true no more. */
export const CLOSED_TEXT = 'Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.';
