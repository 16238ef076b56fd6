import * as z from 'zod/mini';
import { ERRORS, scenarioPublication, type ScenarioPublication } from '@plecho/contract';
import { recipeProblem, TREND_DIRECTIONS, type Recipe, type Stage } from '@plecho/domain';
import type { Path } from 'react-hook-form';
import type { Refusal } from '@/lib/form.ts';
import { hasWrongComma, readNumber, WRONG_COMMA } from '../read-number.ts';
import { costsDraft, costsOf, judgeCosts } from './costs-draft.ts';
import { numbers, STAGE_KINDS, type NumberField, type StageKind } from './stage-kinds.ts';
import { marketTexts as texts } from './texts.ts';

const stageDraft = z.strictObject({
  kind: z.enum(STAGE_KINDS),
  direction: z.enum(TREND_DIRECTIONS),
  ...numbers,
  /** None: all pairs. */
  symbols: z.array(z.string()),
});
export type StageDraft = z.infer<typeof stageDraft>;

/** The form as it is filled in; '' stands for what was left out. */
export const scenarioDraft = z.strictObject({
  /** Id of a market; '' for a synthetic one of the scenario's own. */
  base: z.string(),
  stages: z.array(stageDraft),
  costs: costsDraft,
  blind: z.boolean(),
  /** As the browser's own field has them, in its time zone. */
  startAt: z.string(),
  endAt: z.string(),
});
export type ScenarioDraft = z.infer<typeof scenarioDraft>;

/** Neutral and static at first; a schedule starts as a step of 1 to 2 % every minute. */
export const NEW_STAGE: StageDraft = {
  kind: 'static',
  direction: 'neutral',
  driftPercent: '10',
  stepMinPercent: '1',
  stepMaxPercent: '2',
  intervalSeconds: '60',
  percent: '1',
  dropPercent: '30',
  afterSeconds: '0',
  minutes: '60',
  recoveryMinutes: '',
  factor: '2',
  seconds: '60',
  symbols: [],
};

/** A stage of a recipe as the form shows it. */
export function draftOf(stage: Stage): StageDraft {
  const kind: StageKind = stage.type === 'trend' ? stage.mode : stage.type;
  const known = Object.entries(stage).flatMap(([field, value]): [string, string][] =>
    field in numbers ? [[field, value === null ? '' : String(value)]] : [],
  );
  return {
    ...NEW_STAGE,
    ...Object.fromEntries(known),
    kind,
    direction: stage.type === 'trend' ? stage.direction : 'neutral',
    symbols: stage.symbols ?? [],
  };
}

/** What was typed as a whole number; NaN for anything else, which no recipe may have. */
const whole = (text: string): number => (text.trim() === '' ? Number.NaN : Number(readNumber(text)));

function stageOf(draft: StageDraft): Stage {
  const symbols = draft.symbols.length === 0 ? null : draft.symbols;
  const { kind, direction } = draft;
  const share = (field: NumberField): string => readNumber(draft[field]);
  switch (kind) {
    case 'static':
      return { type: 'trend', mode: kind, direction, driftPercent: share('driftPercent'), symbols };
    case 'schedule':
      return {
        ...{ type: 'trend', mode: kind, direction, symbols },
        ...{ stepMinPercent: share('stepMinPercent'), stepMaxPercent: share('stepMaxPercent') },
        intervalSeconds: whole(draft.intervalSeconds),
      };
    case 'spread':
      return { type: kind, percent: share('percent'), symbols };
    case 'shock':
      return {
        ...{ type: kind, dropPercent: share('dropPercent'), symbols },
        ...{ afterSeconds: whole(draft.afterSeconds), minutes: whole(draft.minutes) },
        recoveryMinutes: draft.recoveryMinutes.trim() === '' ? null : whole(draft.recoveryMinutes),
      };
    case 'volatility':
      return { type: kind, factor: share('factor'), symbols };
    case 'outage':
      return { type: kind, afterSeconds: whole(draft.afterSeconds), seconds: whole(draft.seconds), symbols };
  }
}

export const recipeOf = ({ base, stages }: Pick<ScenarioDraft, 'base' | 'stages'>): Recipe => ({
  base: base === '' ? null : base,
  stages: stages.map(stageOf),
});

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** What is sent. */
export function publicationOf(draft: ScenarioDraft): ScenarioPublication {
  const costs = costsOf(draft.costs);
  return {
    recipe: recipeOf(draft),
    ...(costs === undefined ? {} : { costs }),
    ...(draft.startAt === '' ? {} : { startAt: secondsOf(draft.startAt) }),
    ...(draft.endAt === '' ? {} : { endAt: secondsOf(draft.endAt) }),
    blind: draft.blind,
  };
}

/**
 * What is wrong with a draft first, beside the field that it is about; null when nothing is.
 * @param symbols the pairs of its base
 */
export function judge(draft: ScenarioDraft, symbols: ReadonlySet<string>): Refusal<Path<ScenarioDraft>> | null {
  const problem = recipeProblem(recipeOf(draft), symbols);
  if (problem !== null && !('details' in problem)) return { field: 'form', text: ERRORS[problem.code].text };
  if (problem?.code === 'recipe_out_of_range') {
    const { stage, field, from, to } = problem.details;
    const typed = draft.stages[stage - 1]?.[field as NumberField] ?? '';
    const text = hasWrongComma(typed) ? WRONG_COMMA : texts.range(from, to);
    return { field: `stages.${stage - 1}.${field as NumberField}`, text };
  }
  if (problem !== null) return { field: 'form', text: ERRORS[problem.code].text };
  const costly = judgeCosts(draft.costs);
  if (costly !== null) return { field: `costs.${costly.field}`, text: costly.text };
  const { startAt, endAt } = draft;
  if (endAt !== '' && secondsOf(endAt) <= (startAt === '' ? Date.now() / 1000 : secondsOf(startAt))) {
    return { field: 'endAt', text: texts.endsBeforeStart };
  }
  const isSendable = scenarioPublication.safeParse(publicationOf(draft)).success;
  return isSendable ? null : { field: 'form', text: ERRORS.invalid_request.text };
}
