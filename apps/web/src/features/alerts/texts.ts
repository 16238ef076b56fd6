/** Texts that are there before anybody opens the alerts. */
export const bellTexts = {
  title: 'Оповещения',
  bell: (unseen: number): string => (unseen === 0 ? 'Оповещения' : `Оповещения: новых ${unseen}`),
  set: (pair: string): string => `Поставить оповещение на ${pair}`,
} as const;
