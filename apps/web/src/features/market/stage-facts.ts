import type { Stage } from '@plecho/domain';
import { formatDuration } from '@/lib/duration.ts';
import { formatRate } from '@/lib/format.ts';

interface NamedFact {
  name: string;
  value: string;
}

const DIRECTIONS = { up: 'вверх', down: 'вниз', neutral: 'без направления' } as const;
const fact = (name: string, value: string): NamedFact => ({ name, value });
const after = (seconds: number): NamedFact =>
  fact('Начало', seconds === 0 ? 'сразу' : `через ${formatDuration(seconds)} после старта`);

/** What a stage is called. */
export function stageName(stage: Stage): string {
  switch (stage.type) {
    case 'trend':
      return stage.mode === 'static' ? 'Тренд' : 'Тренд по шагам';
    case 'spread':
      return 'Спред';
    case 'shock':
      return 'Падение';
    case 'volatility':
      return 'Волатильность';
    case 'outage':
      return 'Обрыв связи';
  }
}

function numbersOf(stage: Stage): NamedFact[] {
  switch (stage.type) {
    case 'trend':
      if (stage.mode === 'static') {
        return [fact('Направление', DIRECTIONS[stage.direction]), fact('Отклонение', formatRate(stage.driftPercent))];
      }
      return [
        fact('Направление', DIRECTIONS[stage.direction]),
        fact('Шаг', `от ${formatRate(stage.stepMinPercent)} до ${formatRate(stage.stepMaxPercent)}`),
        fact('Шаг каждые', formatDuration(stage.intervalSeconds)),
      ];
    case 'spread':
      return [fact('Ширина', formatRate(stage.percent))];
    case 'shock':
      return [
        after(stage.afterSeconds),
        fact('Глубина', formatRate(stage.dropPercent)),
        fact('Длится', formatDuration(stage.minutes * 60)),
        fact('Возврат', stage.recoveryMinutes === null ? 'нет' : `за ${formatDuration(stage.recoveryMinutes * 60)}`),
      ];
    case 'volatility':
      return [fact('Множитель', `×${stage.factor.replace('.', ',')}`)];
    case 'outage':
      return [after(stage.afterSeconds), fact('Длится', formatDuration(stage.seconds))];
  }
}

/** Every number of a stage, and the pairs it is for. */
export const stageFacts = (stage: Stage): NamedFact[] => [
  ...numbersOf(stage),
  fact('Пары', stage.symbols === null ? 'все' : stage.symbols.join(', ')),
];
