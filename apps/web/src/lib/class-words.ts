import type { ClassRules } from '@plecho/contract';
import { FREE_LEVERAGE, type ClassWord } from '@plecho/domain';
import { keepUnits, plural } from './format.ts';

const WORDS: Record<ClassWord, string> = {
  anchor: 'Якорь',
  arrow: 'Стрела',
  bridge: 'Мост',
  candle: 'Свеча',
  comet: 'Комета',
  compass: 'Компас',
  delta: 'Дельта',
  forest: 'Лес',
  harbour: 'Гавань',
  island: 'Остров',
  lantern: 'Фонарь',
  meadow: 'Луг',
  mirror: 'Зеркало',
  mountain: 'Гора',
  orbit: 'Орбита',
  pendulum: 'Маятник',
  prism: 'Призма',
  river: 'Река',
  sail: 'Парус',
  summit: 'Вершина',
  tower: 'Башня',
  valley: 'Долина',
  wave: 'Волна',
  wind: 'Ветер',
};

/** «Гавань 12». */
export const className = ({ word, number }: { word: ClassWord; number: number }): string => `${WORDS[word]} ${number}`;

/** Below it a share says nothing of a class. */
const FEWEST_ACCOUNTS = 10;

/** The class label, in the style of the European risk warning, from the class’s own figures. */
export function classLabelWords({ accounts, losing }: { accounts: number; losing: number }): string {
  if (accounts < FEWEST_ACCOUNTS) return 'Мало счетов со сделками, чтобы назвать долю убыточных';
  return keepUnits(`${Math.round((losing / accounts) * 100)} % счетов этого класса в убытке`);
}

const comma = (percent: string): string => percent.replace('.', ',');

/** The rules of a class in plain words, each with what it means. */
export function ruleSentences(rules: ClassRules): string[] {
  const { maxLeverage, maxSharePercent, maxDayLossPercent, maxLossPercent, targetPercent, days, calibration } = rules;
  const sentences = [
    maxLeverage === 1 ? 'Торговать можно только без плеча (1x).' : `Плечо не больше ${maxLeverage}x.`,
    maxSharePercent !== null && `В одну позицию — не больше ${comma(maxSharePercent)} % всего, что есть на счёте.`,
    maxDayLossPercent !== null &&
      `За день можно потерять не больше ${comma(maxDayLossPercent)} % стартовой суммы: после этого позиции открываются только на следующий день по времени рынка.`,
    maxLossPercent !== null &&
      `За попытку можно потерять не больше ${comma(maxLossPercent)} % стартовой суммы: на этом попытка заканчивается, всё открытое закрывается. Новую можно начать с новым сезоном.`,
    targetPercent !== null && `Цель — заработать ${comma(targetPercent)} % стартовой суммы.`,
    days !== null && `Класс идёт ${days} ${plural(days, 'день', 'дня', 'дней')} по времени рынка.`,
    calibration && `Плечо больше ${FREE_LEVERAGE}x открывается после точных прогнозов цены ликвидации.`,
  ];
  return sentences.filter((sentence) => sentence !== false).map(keepUnits);
}
