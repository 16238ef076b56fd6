import * as z from 'zod/mini';
import type { Dataset, NewClass, NewClassRules } from '@plecho/contract';
import { MAIN_MARKET_ID, MAX_CLASS_DAYS, parseDecimal, parseUsdt, READY_RECIPES } from '@plecho/domain';
import type { Path } from 'react-hook-form';
import type { Refusal } from '@/lib/form.ts';
import { fromUtcField } from '../format.ts';
import { hasWrongComma, readNumber, WRONG_COMMA } from '../read-number.ts';
import { classTexts } from './texts.ts';

const { form: words } = classTexts;
const PERCENT_DECIMALS = 4;
const FASTEST = 600;

export const SOURCES = ['main', 'scenario', 'replay'] as const;
export const PERCENTS = ['maxSharePercent', 'maxDayLossPercent', 'maxLossPercent', 'targetPercent'] as const;

/** The form as it is filled in; '' stands for a rule that there is not. */
export const classDraft = z.strictObject({
  source: z.enum(SOURCES),
  /** Name of a ready recipe. */
  recipe: z.string(),
  blind: z.boolean(),
  dataset: z.string(),
  from: z.string(),
  startAt: z.string(),
  speed: z.string(),
  startBalance: z.string(),
  maxLeverage: z.string(),
  maxSharePercent: z.string(),
  maxDayLossPercent: z.string(),
  maxLossPercent: z.string(),
  targetPercent: z.string(),
  days: z.string(),
  calibration: z.boolean(),
});
export type ClassDraft = z.infer<typeof classDraft>;

export const EMPTY_DRAFT: ClassDraft = {
  ...{ source: 'main', recipe: READY_RECIPES[0]?.name ?? '', blind: false, dataset: '', from: '', startAt: '' },
  ...{ speed: '60', startBalance: '1000', maxLeverage: '5', maxSharePercent: '25', maxDayLossPercent: '5' },
  ...{ maxLossPercent: '10', targetPercent: '', days: '', calibration: false },
};

const whole = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0);
const percentOf = (text: string): string | null => (text.trim() === '' ? null : readNumber(text));
/** What is said beside a field that holds no number. */
const wrongly = (typed: string, text: string): string => (hasWrongComma(typed) ? WRONG_COMMA : text);

const rulesOf = (draft: ClassDraft): NewClassRules => ({
  maxLeverage: Number(draft.maxLeverage),
  maxSharePercent: percentOf(draft.maxSharePercent),
  maxDayLossPercent: percentOf(draft.maxDayLossPercent),
  maxLossPercent: percentOf(draft.maxLossPercent),
  targetPercent: percentOf(draft.targetPercent),
  days: draft.days.trim() === '' ? null : whole(draft.days),
  calibration: draft.calibration,
});

function sourceOf(draft: ClassDraft): NewClass['source'] {
  if (draft.source === 'main') return { kind: 'main' };
  if (draft.source === 'replay') {
    return {
      ...{ kind: 'replay', dataset: draft.dataset, from: fromUtcField(draft.from) ?? 0 },
      ...{ startAt: Math.floor(Date.parse(draft.startAt) / 1000), speed: whole(draft.speed) },
    };
  }
  const ready = READY_RECIPES.find(({ name }) => name === draft.recipe);
  return { kind: 'scenario', recipe: { base: MAIN_MARKET_ID, stages: ready?.stages ?? [] }, blind: draft.blind };
}

/** What is sent. */
export const newClassOf = (draft: ClassDraft): NewClass => ({
  source: sourceOf(draft),
  startBalance: readNumber(draft.startBalance),
  rules: rulesOf(draft),
});

type Wrong = Refusal<Path<ClassDraft>>;

function wrongWithReplay(draft: ClassDraft, datasets: readonly Dataset[]): Wrong[] {
  const wrong: Wrong[] = [];
  const isKnown = datasets.some(({ id }) => id === draft.dataset);
  if (fromUtcField(draft.from) === null || !isKnown) wrong.push({ field: 'from', text: words.noTime });
  if (Number.isNaN(Date.parse(draft.startAt))) wrong.push({ field: 'startAt', text: words.noTime });
  if (whole(draft.speed) < 1 || whole(draft.speed) > FASTEST) wrong.push({ field: 'speed', text: words.noSpeed });
  return wrong;
}

/** What is wrong with a draft, each beside its field; whether rules contradict each other is the server's to say. */
export function judge(draft: ClassDraft, datasets: readonly Dataset[]): Wrong[] {
  const wrong = draft.source === 'replay' ? wrongWithReplay(draft, datasets) : [];
  const balance = parseUsdt(readNumber(draft.startBalance));
  if (balance === null || balance <= 0n)
    wrong.push({ field: 'startBalance', text: wrongly(draft.startBalance, words.noBalance) });
  for (const field of PERCENTS) {
    const text = percentOf(draft[field]);
    const share = text === null ? 1n : parseDecimal(text, PERCENT_DECIMALS);
    if (share === null || share <= 0n) wrong.push({ field, text: wrongly(draft[field], words.noPercent) });
  }
  const days = draft.days.trim() === '' ? 1 : whole(draft.days);
  if (days < 1 || days > MAX_CLASS_DAYS) wrong.push({ field: 'days', text: words.noDays });
  return wrong;
}
