import { readyNameOf } from './ready-recipes.ts';
import type { Outage, Recipe, ScheduledTrend, Shock, SpreadStage, Stage, StaticTrend, Volatility } from './recipe.ts';

const PREFIX = 'Сценарий: ';
/** What a blind scenario is called, before its end and afterwards. */
const BLIND = 'вслепую';
/** Stages that a label names; the others are counted. */
const NAMED_STAGES = 2;

const number = (text: string): string => text.replace('.', ',');
const percent = (text: string): string => `${number(text)} %`;

function trendLabel(stage: StaticTrend | ScheduledTrend): string {
  if (stage.direction === 'neutral') return 'без тренда';
  const word = stage.direction === 'up' ? 'рост' : 'снижение';
  if (stage.mode === 'static') return `${word} на ${percent(stage.driftPercent)}`;
  const { stepMinPercent, stepMaxPercent, intervalSeconds } = stage;
  return `${word} по ${number(stepMinPercent)}–${percent(stepMaxPercent)} каждые ${intervalSeconds} с`;
}

function labelOf(stage: Stage): string {
  switch (stage.type) {
    case 'trend':
      return trendLabel(stage);
    case 'spread':
      return `спред ${percent(stage.percent)}`;
    case 'shock':
      return `падение на ${percent(stage.dropPercent)} за ${stage.minutes} мин`;
    case 'volatility':
      return `волатильность ×${number(stage.factor)}`;
    case 'outage':
      return `обрыв связи на ${stage.seconds} с`;
  }
}

/** The name of a scenario, made of its recipe alone: nobody can give it another one (rule M1). */
export function scenarioLabel(recipe: Recipe, blind: boolean): string {
  if (blind) return PREFIX + BLIND;
  const ready = readyNameOf(recipe);
  if (ready !== null) return PREFIX + ready.charAt(0).toLowerCase() + ready.slice(1);
  const named = recipe.stages.slice(0, NAMED_STAGES).map(labelOf).join(', ');
  const rest = recipe.stages.length - NAMED_STAGES;
  return rest > 0 ? `${PREFIX}${named} и ещё ${rest}` : PREFIX + named;
}

/** «30 мин» where it is whole minutes, from two on; «90 с» otherwise. The names keep their seconds: they are never changed. */
const span = (seconds: number): string =>
  seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60} мин` : `${seconds} с`;

const DIRECTIONS = { up: 'выше', down: 'ниже', neutral: '' };

function staticWords({ direction, driftPercent }: StaticTrend): string {
  if (direction === 'neutral') return 'Без тренда: цены те же, что у основы';
  return `Тренд: цены ${DIRECTIONS[direction]} цен основы на ${percent(driftPercent)}`;
}

function scheduleWords({ direction, stepMinPercent, stepMaxPercent, intervalSeconds }: ScheduledTrend): string {
  if (direction === 'neutral') return 'Без тренда: цены те же, что у основы';
  const mean = `${number(stepMinPercent)}–${percent(stepMaxPercent)}`;
  return `Тренд по шагам: каждые ${span(intervalSeconds)} цены становятся ${DIRECTIONS[direction]} на среднее из ${mean}`;
}

function spreadWords({ percent: text }: SpreadStage): string {
  return `Спред ${percent(text)}: покупки исполняются на половину выше цены, продажи на половину ниже`;
}

function shockWords({ dropPercent, afterSeconds, minutes, recoveryMinutes }: Shock): string {
  const start = afterSeconds === 0 ? 'сразу' : `через ${span(afterSeconds)}`;
  const fall = `Падение: ${start} цены за ${minutes} мин опускаются на ${percent(dropPercent)}`;
  return recoveryMinutes === null ? `${fall} и остаются там` : `${fall} и за ${recoveryMinutes} мин возвращаются`;
}

const volatilityWords = ({ factor }: Volatility): string =>
  `Волатильность: всё, на что цена основы отошла от цены при старте, умножается на ${number(factor)}`;

const outageWords = ({ afterSeconds, seconds }: Outage): string =>
  `Обрыв связи: через ${span(afterSeconds)} после старта цен нет ${span(seconds)}`;

function wordsOf(stage: Stage): string {
  switch (stage.type) {
    case 'trend':
      return stage.mode === 'static' ? staticWords(stage) : scheduleWords(stage);
    case 'spread':
      return spreadWords(stage);
    case 'shock':
      return shockWords(stage);
    case 'volatility':
      return volatilityWords(stage);
    case 'outage':
      return outageWords(stage);
  }
}

/** A recipe in words: a sentence for each stage. */
export function recipeWords({ stages }: Recipe): string[] {
  return stages.map((stage) => {
    const pairs = stage.symbols === null ? '' : ` (только ${stage.symbols.join(', ')})`;
    return `${wordsOf(stage)}${pairs}.`;
  });
}
