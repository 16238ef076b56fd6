import { CLOSE_REASONS } from '@/lib/close-reasons.ts';

export const texts = {
  loading: 'Загрузка сделок…',
  dots: '••••••',
  hidden: 'сумма скрыта',
  reasons: CLOSE_REASONS,
  seasonEnd: 'Начато заново',
} as const;
