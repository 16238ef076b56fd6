import type { Side } from '@plecho/domain';
import type { Risk } from './risk.ts';

export const texts = {
  risk: 'Риск',
  riskTerm:
    'Чем выше плечо, тем меньшее движение цены ликвидирует позицию: при 3x около трети, при 10x меньше десятой части.',
  riskName: {
    low: 'Low — низкий',
    medium: 'Medium — средний',
    high: 'High — высокий',
  } satisfies Record<Risk, string>,
  shares: 'Часть доступных средств',
  shareName: (percent: number) => `${percent} % доступных средств`,
  actions: 'Новая позиция',
  action: { long: 'Long', short: 'Short' } satisfies Record<Side, string>,
  actionName: { long: 'Новая позиция Long', short: 'Новая позиция Short' } satisfies Record<Side, string>,
  submit: { long: 'Открыть Long позицию', short: 'Открыть Short позицию' } satisfies Record<Side, string>,
  more: 'Тейк-профит, стоп-лосс',
} as const;
