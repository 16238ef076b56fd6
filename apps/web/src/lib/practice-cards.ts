import type { PracticeCard } from '@plecho/network';

/** Practice cards have no numbers: their names are what their bank does. */
export const cardNames: Record<PracticeCard, string> = {
  approved: 'Банк одобряет',
  declined: 'Банк отклоняет',
  secure: 'С кодом 3-D Secure',
  insufficient: 'Не хватает денег',
};
