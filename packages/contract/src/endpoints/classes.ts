import * as z from 'zod/mini';
import {
  classCode,
  classInfo,
  classMembers,
  newClass,
  operatedClass,
  operatedClassList,
  operatedMembers,
  ownClassList,
} from '../classes.ts';
import { id, idempotencyHeaders, okBody } from '../common.ts';
import { endpoint } from './endpoint.ts';
import { MARKET } from './examples.ts';

const CODE = 'K7M2QXWB';
const ADDRESS = z.strictObject({ code: classCode });
const NAMED = {
  ...{ code: CODE, word: 'harbour', number: 12, market: 'scenario-7', members: 24 },
  ...{ createdAt: 1_795_003_600_000, endedAt: null, over: false },
};
const RULES = {
  maxLeverage: 5,
  maxSharePercent: '25',
  maxDayLossPercent: '5',
  maxLossPercent: '10',
  targetPercent: '8',
  days: 14,
  calibration: true,
};
const LABEL = { accounts: 22, losing: 16 };
const OF_THE_CLASS = {
  ...{ ...MARKET, classRules: RULES },
  ...{ id: 'scenario-7', kind: 'scenario', main: false, label: 'Сценарий: без тренда', title: 'Сценарий: без тренда' },
};
const PERSONA = { animal: 'fox', colour: 'blue' };
const FIGURES = {
  ...{ attempt: 'active', attempts: 1, returnPercent: '-2.5', drawdownPercent: '4.1', trades: 12, liquidations: 1 },
};
const BY_LEVERAGE = [{ leverage: 5, trades: 40, losing: 26, liquidations: 4, result: '-312.5' }];
const OPERATED = { id: '31', ...NAMED, marketLabel: OF_THE_CLASS.label, startBalance: '1000', rules: RULES };

const OF_A_CODE = ['class_not_found'] as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/classes',
  access: 'user',
  description: 'One’s own classes, the one joined last first.',
  answer: ownClassList,
  errors: [],
  example: { answer: { items: [{ ...NAMED, joinedAt: 1_795_003_700_000 }] } },
});

export const one = endpoint({
  method: 'GET',
  path: '/api/classes/:code',
  access: 'user',
  description:
    'What a class is: its rules, its market and how many people are in it, before one joins. Guessing codes is slowed down.',
  params: ADDRESS,
  answer: classInfo,
  errors: OF_A_CODE,
  example: {
    params: { code: CODE },
    answer: { ...NAMED, market: OF_THE_CLASS, rules: RULES, label: LABEL, member: false },
  },
});

export const join = endpoint({
  method: 'POST',
  path: '/api/classes/:code/join',
  access: 'active',
  description: 'Joins a class, or comes back to it; a second time changes nothing.',
  params: ADDRESS,
  answer: okBody,
  errors: [...OF_A_CODE, 'class_ended'],
  example: { params: { code: CODE }, answer: { ok: true } },
});

export const leave = endpoint({
  method: 'POST',
  path: '/api/classes/:code/leave',
  access: 'user',
  description:
    'Leaves a class. What one did in it stays one’s own to look at, and what is open can be closed; a second time changes nothing.',
  params: ADDRESS,
  answer: okBody,
  errors: OF_A_CODE,
  example: { params: { code: CODE }, answer: { ok: true } },
});

export const members = endpoint({
  method: 'GET',
  path: '/api/classes/:code/members',
  access: 'user',
  description: 'How the members of one’s own class do, by animal and colour, and one’s own attempt.',
  params: ADDRESS,
  answer: classMembers,
  errors: [...OF_A_CODE, 'not_a_member'],
  example: {
    params: { code: CODE },
    answer: {
      market: 'scenario-7',
      items: [{ persona: PERSONA, own: true, ...FIGURES }],
      own: { startBalance: '1000', result: '-25', dayResult: '-3.5' },
      byLeverage: BY_LEVERAGE,
      label: LABEL,
    },
  },
});

export const operatorList = endpoint({
  method: 'GET',
  path: '/api/admin/classes',
  access: 'steppedUp',
  description: 'All classes, the newest first.',
  answer: operatedClassList,
  errors: [],
  example: { answer: { items: [OPERATED] } },
});

export const make = endpoint({
  method: 'POST',
  path: '/api/admin/classes',
  access: 'steppedUp',
  description:
    'Makes a class with a market of its own: its name and code are drawn, its rules are published and never change.',
  headers: idempotencyHeaders,
  body: newClass,
  answer: z.strictObject({ id, code: classCode }),
  errors: [
    ...['class_rules_out_of_range', 'class_day_loss_above_loss', 'class_calibration_idle', 'class_share_too_small'],
    ...['class_days_too_long', 'recipe_empty', 'recipe_too_long', 'recipe_out_of_range', 'recipe_symbols'],
    ...['base_not_running', 'base_not_shared', 'costs_out_of_range', 'scenario_times', 'too_many_markets'],
    ...['dataset_not_found', 'unknown_symbol', 'replay_start_outside', 'schedule_in_the_past'],
  ] as const,
  example: {
    body: { source: { kind: 'main' }, startBalance: '1000', rules: RULES },
    answer: { id: OPERATED.id, code: CODE },
  },
});

export const operatorOne = endpoint({
  method: 'GET',
  path: '/api/admin/classes/:id',
  access: 'steppedUp',
  description: 'A class and how everybody who ever joined it does.',
  params: z.strictObject({ id }),
  answer: operatedMembers,
  errors: OF_A_CODE,
  example: {
    params: { id: OPERATED.id },
    answer: {
      class: OPERATED,
      items: [
        {
          ...{ phone: '+79160000001', persona: PERSONA, joinedAt: 1_795_003_700_000, leftAt: null, ...FIGURES },
          ...{ equity: '981.25', result: '-25', openPositions: 1, lastTradeAt: 1_795_003_900_000 },
        },
      ],
      byLeverage: BY_LEVERAGE,
      label: LABEL,
    },
  },
});

export const end = endpoint({
  method: 'POST',
  path: '/api/admin/classes/:id/end',
  access: 'steppedUp',
  description:
    'Ends a class and its market, where everything closes at the last prices; a second time changes nothing.',
  params: z.strictObject({ id }),
  answer: operatedClass,
  errors: OF_A_CODE,
  example: { params: { id: OPERATED.id }, answer: { ...OPERATED, endedAt: 1_795_010_800_000 } },
});
