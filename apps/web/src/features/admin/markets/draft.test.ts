import { READY_RECIPES, type Recipe } from '@plecho/domain';
import { scenarioPublication } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { NO_COSTS, type CostsDraft } from './costs-draft.ts';
import { WRONG_COMMA } from '../read-number.ts';
import { draftOf, judge, NEW_STAGE, publicationOf, recipeOf, type ScenarioDraft, type StageDraft } from './draft.ts';

const SYMBOLS = new Set(['BTCUSDT', 'ETHUSDT']);
const draft = (stages: StageDraft[], changes: Partial<ScenarioDraft> = {}): ScenarioDraft => ({
  ...{ base: 'main', stages, costs: NO_COSTS, blind: false, startAt: '', endAt: '' },
  ...changes,
});
const costing = (changes: Partial<CostsDraft>): ScenarioDraft =>
  draft([NEW_STAGE], { costs: { ...NO_COSTS, chosen: true, ...changes } });
const only = (changes: Partial<StageDraft>): ScenarioDraft => draft([{ ...NEW_STAGE, ...changes }]);

describe('the form of a scenario', () => {
  it('starts neutral and static; a schedule as a step of 1 to 2 % every minute', () => {
    expect(recipeOf(draft([NEW_STAGE])).stages[0]).toMatchObject({ mode: 'static', direction: 'neutral' });
    expect(recipeOf(only({ kind: 'schedule' })).stages[0]).toMatchObject({
      ...{ stepMinPercent: '1', stepMaxPercent: '2', intervalSeconds: 60 },
    });
  });

  it.each(READY_RECIPES.map((ready) => [ready.name, ready] as const))(
    'M1 «%s» stays what it is on its way through the form',
    (_, { stages }) => {
      const filled = draft(stages.map(draftOf));
      expect(recipeOf(filled)).toEqual({ base: 'main', stages } satisfies Recipe);
      expect(judge(filled, SYMBOLS)).toBeNull();
    },
  );

  it('C2 costs nothing unless that is chosen, and then what the contract takes', () => {
    expect(publicationOf(draft([NEW_STAGE]))).not.toHaveProperty('costs');
    const fees = publicationOf(costing({ makerFeePercent: '0.0200' }));
    expect(fees.costs).toEqual({ takerFeePercent: '0.05', makerFeePercent: '0.02' });
    const all = publicationOf(costing({ fundingHours: '4', capPercent: '0.75' }));
    expect(all.costs).toMatchObject({ funding: { intervalHours: 4, capPercent: '0.75' } });
    expect([fees, all].every((sent) => scenarioPublication.safeParse(sent).success)).toBe(true);
    // What was typed and then left aside is wrong nowhere.
    expect(judge(costing({ capPercent: 'x' }), SYMBOLS)).toBeNull();
    expect(judge(draft([NEW_STAGE], { costs: { ...NO_COSTS, takerFeePercent: 'x' } }), SYMBOLS)).toBeNull();
  });

  it('sends what the contract takes, and leaves out what was left empty', () => {
    const filled = draft([{ ...NEW_STAGE, driftPercent: '2.5' }], {
      base: '',
      startAt: '2026-11-23T10:00',
      blind: true,
    });
    const sent = publicationOf(filled);
    expect(scenarioPublication.safeParse(sent).success).toBe(true);
    expect(sent).toEqual({
      recipe: {
        base: null,
        stages: [{ type: 'trend', mode: 'static', direction: 'neutral', driftPercent: '2.5', symbols: null }],
      },
      startAt: new Date(2026, 10, 23, 10).getTime() / 1000,
      blind: true,
    });
  });

  it('takes a comma for thousands where it parts them, and says so where it does not', () => {
    expect(recipeOf(only({ kind: 'shock', afterSeconds: '3,600' })).stages[0]).toMatchObject({ afterSeconds: 3600 });
    for (const wrong of [
      only({ driftPercent: '2,5' }),
      only({ kind: 'outage', seconds: '3,60' }),
      costing({ takerFeePercent: '0,050' }),
    ])
      expect(judge(wrong, SYMBOLS)?.text).toBe(WRONG_COMMA);
  });

  it.each([
    [only({ kind: 'static', direction: 'down', driftPercent: '100' }), 'stages.0.driftPercent'],
    [only({ kind: 'static', driftPercent: 'ten' }), 'stages.0.driftPercent'],
    [only({ kind: 'spread', percent: '200' }), 'stages.0.percent'],
    [only({ kind: 'shock', minutes: '1.5' }), 'stages.0.minutes'],
    [only({ kind: 'shock', minutes: '' }), 'stages.0.minutes'],
    [only({ kind: 'shock', recoveryMinutes: '1e999' }), 'stages.0.recoveryMinutes'],
    [only({ kind: 'volatility', factor: '-1' }), 'stages.0.factor'],
    [draft([NEW_STAGE, { ...NEW_STAGE, kind: 'outage', seconds: '0' }]), 'stages.1.seconds'],
    [costing({ takerFeePercent: '1.0001' }), 'costs.takerFeePercent'],
    [costing({ takerFeePercent: 'free' }), 'costs.takerFeePercent'],
    [costing({ makerFeePercent: '0.0501' }), 'costs.makerFeePercent'],
    [costing({ fundingHours: '8', capPercent: '0' }), 'costs.capPercent'],
    [costing({ fundingHours: '8', capPercent: '0.76' }), 'costs.capPercent'],
    [draft([]), 'form'],
    [draft(Array.from({ length: 21 }, () => NEW_STAGE)), 'form'],
    [only({ symbols: ['DOGEUSDT'] }), 'form'],
    [draft([NEW_STAGE], { startAt: '2026-11-23T10:00', endAt: '2026-11-23T10:00' }), 'endAt'],
    [draft([NEW_STAGE], { base: 'Not A Market' }), 'form'],
  ])('C2 refuses what no recipe can be, beside its field: %#', (filled, field) => {
    expect(judge(filled, SYMBOLS)?.field).toBe(field);
  });
});
