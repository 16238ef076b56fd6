import * as z from 'zod/mini';
import { classCode } from '../classes.ts';
import { idempotencyHeaders, marketId } from '../common.ts';
import { debrief as debriefBody, drill, drillControl, drillList, newDrill } from '../drills.ts';
import { endpoint } from './endpoint.ts';
import { DATASET } from './examples.ts';

const CODE = 'HARB2R7K';
const DRILL = {
  market: 'drill-7f3a9c',
  class: CODE,
  label: 'Повтор: BTCUSDT, 2 февраля 2026',
  symbols: ['BTCUSDT'],
  state: 'playing',
  version: 3,
  countdownMs: null,
  speed: 60,
  startAt: 1_769_990_400,
  end: 1_769_997_600_000,
  playhead: 1_769_992_200_000,
  masked: false,
  dayOne: null,
  members: 12,
  createdAt: 1_795_003_600_000,
};
const ofDrill = z.strictObject({ id: marketId });

export const ofClass = endpoint({
  method: 'GET',
  path: '/api/classes/:code/drills',
  access: 'user',
  description: 'The drills of a class of one’s own, newest first, with where each stands; at most 100.',
  params: z.strictObject({ code: classCode }),
  answer: drillList,
  errors: ['class_not_found', 'not_a_member'],
  example: { params: { code: CODE }, answer: { items: [DRILL] } },
});

export const one = endpoint({
  method: 'GET',
  path: '/api/drills/:id',
  access: 'user',
  description: 'A drill of one’s own class as it stands; the stream’s channel `drill` tells every change.',
  params: ofDrill,
  answer: drill,
  errors: ['drill_not_found', 'not_a_member'],
  example: { params: { id: DRILL.market }, answer: DRILL },
});

export const debrief = endpoint({
  method: 'GET',
  path: '/api/drills/:id/debrief',
  access: 'user',
  description:
    'What everybody did in a drill that is over: every closed position, whose persona’s it was, and what the recording was. An operator who is not in the class needs a fresh step-up, and is in the audit log.',
  params: ofDrill,
  answer: debriefBody,
  errors: ['drill_not_found', 'not_a_member', 'drill_not_over'],
  example: {
    params: { id: DRILL.market },
    answer: {
      market: DRILL.market,
      drill: { ...DRILL, state: 'ended', playhead: DRILL.end },
      startBalance: '1000',
      people: [{ persona: { animal: 'fox', colour: 'blue' }, own: true }],
      trades: [
        {
          ...{ person: 0, season: 1, symbol: 'BTCUSDT', type: 'long', leverage: 5, amount: '100', net: '12.5' },
          entryRecord: { seq: '17', price: '64210.5', time: 1_769_990_460_000 },
          exitRecord: { seq: '904', price: '66000', time: 1_769_994_000_000 },
          reason: 'user',
        },
      ],
      dataset: DATASET.id,
      revealed: null,
    },
  },
});

export const operatorList = endpoint({
  method: 'GET',
  path: '/api/admin/drills',
  access: 'steppedUp',
  description: 'The drills of a class, newest first, with where each stands; at most 100.',
  query: z.strictObject({ class: classCode }),
  answer: drillList,
  errors: ['class_not_found'],
  example: { query: { class: CODE }, answer: { items: [DRILL] } },
});

export const make = endpoint({
  method: 'POST',
  path: '/api/admin/drills',
  access: 'steppedUp',
  description:
    'Makes a drill for a class: a market that plays a window of a recording under the rules of the class, and waits until an operator starts it.',
  headers: idempotencyHeaders,
  body: newDrill,
  answer: drill,
  errors: [
    ...(['class_not_found', 'class_ended', 'dataset_not_found', 'unknown_symbol', 'replay_start_outside'] as const),
    ...(['drill_too_long', 'too_many_markets'] as const),
  ],
  example: {
    body: {
      ...{ class: CODE, dataset: DATASET.id, symbols: ['BTCUSDT'], from: DRILL.startAt, minutes: 120 },
      ...{ speed: 60, masked: false },
    },
    answer: { ...DRILL, state: 'waiting', version: 1, members: 0, playhead: DRILL.startAt * 1000 },
  },
});

export const control = endpoint({
  method: 'POST',
  path: '/api/admin/drills/:id',
  access: 'steppedUp',
  description:
    'Starts a drill after a countdown, pauses, resumes, ends it or sets its speed; answers with how it stands. Of two operators who act at once, one is answered with `drill_changed`.',
  params: ofDrill,
  body: drillControl,
  answer: drill,
  errors: ['drill_not_found', 'drill_changed', 'market_ended'],
  example: {
    params: { id: DRILL.market },
    body: { action: 'pause', version: 3 },
    answer: { ...DRILL, state: 'paused' },
  },
});
