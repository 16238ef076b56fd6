import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitmentText, isCommitted } from './commitment.ts';
import { READY_RECIPES } from './ready-recipes.ts';
import type { Recipe, Stage } from './recipe.ts';
import { recipeProblem } from './recipe-problem.ts';
import { recipeWords, scenarioLabel } from './recipe-words.ts';

const KNOWN = new Set(['BTCUSDT', 'ETHUSDT']);
const ALL = { symbols: null };
const spread = (percent: string, symbols: string[] | null = null): Stage => ({ type: 'spread', percent, symbols });
const trend = (direction: 'up' | 'down', driftPercent: string): Stage => ({
  ...{ type: 'trend', mode: 'static', direction, driftPercent, ...ALL },
});
const step = (stepMinPercent: string, stepMaxPercent: string, intervalSeconds: number): Stage => ({
  ...{ type: 'trend', mode: 'schedule', direction: 'up', stepMinPercent, stepMaxPercent, intervalSeconds, ...ALL },
});
const shock = (dropPercent: string, minutes: number): Stage => ({
  ...{ type: 'shock', dropPercent, afterSeconds: 0, minutes, recoveryMinutes: null, ...ALL },
});
const recipe = (...stages: Stage[]): Recipe => ({ base: 'main', stages });

describe('recipes that are refused', () => {
  it.each<[string, Stage, string]>([
    ['drift −100 %', trend('down', '100'), 'driftPercent'],
    ['drift beyond all', trend('up', '1000.1'), 'driftPercent'],
    ['spread 200 %', spread('200'), 'percent'],
    ['spread 0 %', spread('0'), 'percent'],
    ['steps upside down', step('2', '1', 60), 'stepMinPercent'],
    ['steps that are no steps', step('1', '21', 60), 'stepMaxPercent'],
    ['no interval', step('1', '2', 0), 'intervalSeconds'],
    ['a whole fall', shock('100', 5), 'dropPercent'],
    ['a fall at once', shock('5', 0), 'minutes'],
    ['not a number', shock('5', Number.NaN), 'minutes'],
    ['half minutes', shock('5', 1.5), 'minutes'],
    ['endless', { type: 'outage', afterSeconds: 0, seconds: Number.POSITIVE_INFINITY, ...ALL }, 'seconds'],
    ['overflow', { type: 'outage', afterSeconds: 2 ** 60, seconds: 5, ...ALL }, 'afterSeconds'],
    ['a factor of letters', { type: 'volatility', factor: 'NaN', ...ALL }, 'factor'],
    ['a long factor', { type: 'volatility', factor: '1.00001', ...ALL }, 'factor'],
  ])('M7 %s', (_name, stage, field) => {
    expect(recipeProblem(recipe(spread('1'), stage), KNOWN)).toMatchObject({
      code: 'recipe_out_of_range',
      details: { stage: 2, field },
    });
  });

  it('M7 10,000 stages, none, pairs that nobody knows, none at all and one twice', () => {
    const codeOf = (...stages: Stage[]): unknown => recipeProblem(recipe(...stages), KNOWN)?.code;
    expect(codeOf(...Array.from({ length: 10_000 }, () => spread('1')))).toBe('recipe_too_long');
    expect(codeOf()).toBe('recipe_empty');
    for (const symbols of [['XUSDT'], [], ['BTCUSDT', 'BTCUSDT']]) {
      expect(codeOf(spread('1', symbols))).toBe('recipe_symbols');
    }
    expect(codeOf(spread('1', ['BTCUSDT', 'ETHUSDT']))).toBeUndefined();
  });

  it('M7 spreads of one pair add up to 20 % at most', () => {
    expect(recipeProblem(recipe(spread('15'), spread('5', ['BTCUSDT'])), KNOWN)).toBeNull();
    expect(recipeProblem(recipe(spread('15'), spread('5.1', ['BTCUSDT'])), KNOWN)).toMatchObject({
      code: 'recipe_out_of_range',
      details: { stage: 2, field: 'percent' },
    });
  });

  it('M7 none that is ready to be used', () => {
    for (const { stages } of READY_RECIPES) expect(recipeProblem(recipe(...stages), KNOWN)).toBeNull();
  });
});

describe('names and words', () => {
  it('M1 a scenario is called what its recipe does, or by the name of the ready recipe', () => {
    const labels = READY_RECIPES.map(({ stages }) => scenarioLabel(recipe(...stages), false));
    expect(labels[0]).toBe('Сценарий: падение на 30 % за час');
    expect(scenarioLabel(recipe(trend('up', '5.5'), spread('1')), false)).toBe('Сценарий: рост на 5,5 %, спред 1 %');
    expect(scenarioLabel(recipe(step('1', '2', 60), spread('1'), shock('3', 5)), false)).toBe(
      'Сценарий: рост по 1–2 % каждые 60 с, спред 1 % и ещё 1',
    );
  });

  it('C2 a blind scenario has the same name, whatever it does', () => {
    const names = READY_RECIPES.map(({ stages }) => scenarioLabel(recipe(...stages), true));
    expect(new Set(names)).toEqual(new Set(['Сценарий: вслепую']));
  });

  it('C2 every stage is put into words, with its pairs', () => {
    for (const { stages } of READY_RECIPES) expect(recipeWords(recipe(...stages))).toHaveLength(stages.length);
    expect(recipeWords(recipe(spread('1', ['BTCUSDT'])))[0]).toContain('(только BTCUSDT).');
  });

  it('whole minutes are told as minutes, from two on', () => {
    const outage = (afterSeconds: number, seconds: number): Stage => ({
      ...{ type: 'outage', afterSeconds, seconds, ...ALL },
    });
    expect(recipeWords(recipe(outage(1_800, 90), outage(60, 5_400)))).toEqual([
      'Обрыв связи: через 30 мин после старта цен нет 90 с.',
      'Обрыв связи: через 60 с после старта цен нет 90 мин.',
    ]);
    expect(recipeWords(recipe(step('1', '2', 120)))[0]).toContain('каждые 2 мин цены');
    expect(recipeWords(recipe({ ...shock('3', 5), afterSeconds: 7_200 } as Stage))[0]).toContain('через 120 мин цены');
  });
});

describe('the commitment', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const salt = 'ab'.repeat(32);

  it('C2 is the hash of one text, in whatever order the fields come', () => {
    const mixed = JSON.parse('{"stages":[{"symbols":null,"percent":"1","type":"spread"}],"base":"main"}') as Recipe;
    const text = commitmentText({ recipe: mixed, salt });
    expect(text).toBe(
      `{"recipe":{"base":"main","stages":[{"percent":"1","symbols":null,"type":"spread"}]},"salt":"${salt}"}`,
    );
    expect(commitmentText({ recipe: recipe(spread('1')), salt })).toBe(text);
  });

  it('C2 belongs to one recipe and one salt', () => {
    const commitment = sha256(commitmentText({ recipe: recipe(spread('1')), salt }));
    expect(isCommitted({ recipe: recipe(spread('1')), salt }, commitment, sha256)).toBe(true);
    expect(isCommitted({ recipe: recipe(spread('1.1')), salt }, commitment, sha256)).toBe(false);
    expect(isCommitted({ recipe: recipe(spread('1')), salt: 'cd'.repeat(32) }, commitment, sha256)).toBe(false);
  });
});
