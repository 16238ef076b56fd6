import { canonicalJson } from './commitment.ts';
import type { Recipe, Stage } from './recipe.ts';

/** A recipe to start from. */
export interface ReadyRecipe {
  name: string;
  stages: Stage[];
}

const ALL = { symbols: null };
const TOOTH_MINUTES = 10;
const TEETH = 12;
const tooth = (n: number): Stage => ({
  ...{ type: 'shock', dropPercent: '5', afterSeconds: n * 2 * TOOTH_MINUTES * 60 },
  ...{ minutes: TOOTH_MINUTES, recoveryMinutes: TOOTH_MINUTES, ...ALL },
});
const outage = (afterMinutes: number, seconds: number): Stage => ({
  ...{ type: 'outage', afterSeconds: afterMinutes * 60, seconds, ...ALL },
});

/** What is tried out most. A scenario with exactly these stages has the name. */
export const READY_RECIPES: readonly ReadyRecipe[] = [
  {
    name: 'Падение на 30 % за час',
    stages: [{ type: 'shock', dropPercent: '30', afterSeconds: 0, minutes: 60, recoveryMinutes: null, ...ALL }],
  },
  { name: 'Пила', stages: Array.from({ length: TEETH }, (_, n) => tooth(n)) },
  {
    name: 'Медленный рост',
    stages: [
      {
        ...{ type: 'trend', mode: 'schedule', direction: 'up' },
        ...{ stepMinPercent: '0.01', stepMaxPercent: '0.02', intervalSeconds: 60, ...ALL },
      },
    ],
  },
  { name: 'Всплеск волатильности', stages: [{ type: 'volatility', factor: '3', ...ALL }] },
  { name: 'Обрыв связи', stages: [outage(10, 60), outage(30, 300), outage(60, 120)] },
  { name: 'Широкий спред', stages: [{ type: 'spread', percent: '2', ...ALL }] },
];

/** The name of the ready recipe that has these stages; null when there is none. */
export function readyNameOf({ stages }: Recipe): string | null {
  const text = canonicalJson(stages);
  return READY_RECIPES.find((ready) => canonicalJson(ready.stages) === text)?.name ?? null;
}
