import * as z from 'zod/mini';
import { idempotencyHeaders } from '../common.ts';
import { market } from '../markets.ts';
import {
  datasetList,
  datasetReport,
  newReplay,
  newReplaySession,
  operatorDatasets,
  replaySession,
  sessionControl,
  replaySessionList,
  uploadQuery,
} from '../replays.ts';
import { endpoint } from './endpoint.ts';
import { DATASET, MARKET, SESSION } from './examples.ts';
import { OF_A_MARKET } from './trading-errors.ts';

export const datasets = endpoint({
  method: 'GET',
  path: '/api/replays/datasets',
  access: 'user',
  description: 'Recordings that everybody may replay, those of the product first.',
  answer: datasetList,
  errors: [],
  example: { answer: { items: [DATASET] } },
});

export const sessions = endpoint({
  method: 'GET',
  path: '/api/replays/sessions',
  access: 'user',
  description: 'One’s own personal replays, newest first, with where each stands; at most 100.',
  answer: replaySessionList,
  errors: [],
  example: { answer: { items: [SESSION] } },
});

export const start = endpoint({
  method: 'POST',
  path: '/api/replays/sessions',
  access: 'active',
  description:
    'Starts a personal replay: a market with one trader, whose account in it is opened. It plays as soon as it is there, and pauses by itself when nobody looks.',
  headers: idempotencyHeaders,
  body: newReplaySession,
  answer: replaySession,
  errors: ['dataset_not_found', 'unknown_symbol', 'replay_start_outside', 'too_many_sessions', 'too_many_playing'],
  example: {
    body: { dataset: DATASET.id, symbols: ['BTCUSDT'], startAt: DATASET.from + 86_400, speed: 60, masked: false },
    answer: SESSION,
  },
});

export const control = endpoint({
  method: 'POST',
  path: '/api/replays/sessions/:id/control',
  access: 'user',
  description:
    'Pauses, resumes, steps, jumps, sets the speed or finishes one’s own replay; answers with how it stands.',
  params: z.strictObject({ id: z.string() }),
  body: sessionControl,
  answer: replaySession,
  errors: ['unknown_market', 'jump_backwards', 'too_many_playing', ...OF_A_MARKET],
  example: { params: { id: SESSION.market }, body: { action: 'pause' }, answer: { ...SESSION, state: 'paused' } },
});

export const operatorList = endpoint({
  method: 'GET',
  path: '/api/admin/datasets',
  access: 'steppedUp',
  description: 'All recordings, and the imports that are under way.',
  answer: operatorDatasets,
  errors: [],
  example: {
    answer: { items: [DATASET], imports: [{ symbol: 'LINKUSDT', startedAt: 1_795_003_600_000, bytes: 0, rows: 0 }] },
  },
});

export const upload = endpoint({
  method: 'POST',
  path: '/api/admin/datasets',
  access: 'steppedUp',
  description:
    'Imports one file of one-minute candles in Binance’s public-data format: CSV, gzip or zip, sent as it is (`application/octet-stream`).',
  bytes: true,
  query: uploadQuery,
  answer: datasetReport,
  errors: ['dataset_refused', 'unknown_symbol', 'import_busy'],
  example: {
    query: { name: 'LINKUSDT-1m-2026-02.zip' },
    answer: {
      dataset: DATASET,
      known: false,
      counts: { badRow: 1, duplicate: 0, conflict: 0, outOfOrder: 0, gap: 0 },
      issues: [{ line: 17, kind: 'badRow', message: 'high is below low' }],
    },
  },
});

export const publish = endpoint({
  method: 'POST',
  path: '/api/admin/replays',
  access: 'steppedUp',
  description: 'Publishes a replay for everybody; from then on nothing about it can be changed.',
  headers: idempotencyHeaders,
  body: newReplay,
  answer: market,
  errors: ['dataset_not_found', 'unknown_symbol', 'replay_start_outside', 'schedule_in_the_past'],
  example: {
    body: { dataset: DATASET.id, from: DATASET.from + 86_400, startAt: 1_795_003_600, speed: 60 },
    answer: {
      ...MARKET,
      ...{ id: 'replay-1', kind: 'replay', main: false, status: 'upcoming' },
      ...{ label: 'Повтор: BTCUSDT, 5 февраля 2026', title: 'Повтор: BTCUSDT, 5 февраля 2026' },
      parameters: { dataset: DATASET.id, from: '2026-02-05T12:00:00.000Z', speed: 60, provenance: 'unverified' },
    },
  },
});
