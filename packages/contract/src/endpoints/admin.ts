import * as z from 'zod/mini';
import {
  auditList,
  auditQuery,
  balanceAdjusted,
  balanceAdjustment,
  operatorHealth,
  operatorSession,
  operatorUser,
  stepUp as stepUpBody,
  ownedOperationList,
  ownedOperationQuery,
  ownedOperation,
  userBlock,
  userQuery,
  userSignOut,
} from '../admin.ts';
import { idempotencyHeaders } from '../common.ts';
import { endpoint } from './endpoint.ts';
import { BALANCE, DEPOSIT, USER } from './examples.ts';
import { OF_A_MARKET } from './trading-errors.ts';

const OPERATOR_PHONE = '+79160000002';
const CLOSED = { steppedUp: false, idleEndsAt: null, endsAt: null };
const OPEN = { steppedUp: true, idleEndsAt: 1_795_004_500_000, endsAt: 1_795_032_400_000 };
const OPERATED_BALANCE = { ...BALANCE, label: 'Синтетический рынок', class: null, ended: false };
const SEEN = { user: USER, isOperator: false, balances: [OPERATED_BALANCE], sessions: 1 };
const OWNED_OPERATION = { phone: USER.phone, operation: DEPOSIT };

export const session = endpoint({
  method: 'GET',
  path: '/api/admin/session',
  access: 'operator',
  description: 'How the step-up of this session stands.',
  answer: operatorSession,
  errors: [],
  example: { answer: CLOSED },
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/api/admin/step-up',
  access: 'operator',
  description: 'Opens the operator area with the operator secret; the session gets a new cookie.',
  body: stepUpBody,
  answer: operatorSession,
  errors: ['wrong_secret', 'secret_throttled'],
  example: { body: { secret: 'correct horse battery staple' }, answer: OPEN },
});

export const stepDown = endpoint({
  method: 'POST',
  path: '/api/admin/step-down',
  access: 'operator',
  description: 'Leaves the operator area.',
  answer: operatorSession,
  errors: [],
  example: { answer: CLOSED },
});

export const user = endpoint({
  method: 'GET',
  path: '/api/admin/user',
  access: 'steppedUp',
  description: 'A user by phone, with balances and living sessions.',
  query: userQuery,
  answer: operatorUser,
  errors: ['user_not_found'],
  example: { query: { phone: USER.phone }, answer: SEEN },
});

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/admin/balance/adjust',
  access: 'steppedUp',
  description: 'Adds to or takes from the available balance of a user, for a listed reason that the user sees.',
  headers: idempotencyHeaders,
  body: balanceAdjustment,
  answer: balanceAdjusted,
  errors: [
    'unknown_market',
    'user_not_found',
    'operator_self',
    'amount_not_a_number',
    'amount_too_large',
    'adjustment_zero',
    'adjustment_below_zero',
    ...OF_A_MARKET,
  ],
  example: {
    body: { phone: USER.phone, market: 'main', amount: '50', reason: 'prize' },
    answer: { market: 'main', amount: '50', available: '949.75' },
  },
});

export const blockUser = endpoint({
  method: 'POST',
  path: '/api/admin/user/block',
  access: 'steppedUp',
  description: 'Blocks a user, who can then open nothing new, or takes the block off.',
  body: userBlock,
  answer: operatorUser,
  errors: ['user_not_found', 'operator_self'],
  example: {
    body: { phone: USER.phone, blocked: true, reason: 'conduct' },
    answer: { ...SEEN, user: { ...USER, isBlocked: true, blockReason: 'Нарушение правил группы' } },
  },
});

export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/admin/user/sign-out',
  access: 'steppedUp',
  description: 'Ends every session of a user.',
  body: userSignOut,
  answer: operatorUser,
  errors: ['user_not_found', 'operator_self'],
  example: { body: { phone: USER.phone }, answer: { ...SEEN, sessions: 0 } },
});

export const operations = endpoint({
  method: 'GET',
  path: '/api/admin/transfers',
  access: 'steppedUp',
  description: 'Everybody’s deposits, top-ups and withdrawals, newest first: to read, never to decide.',
  query: ownedOperationQuery,
  answer: ownedOperationList,
  errors: ['not_found'],
  example: {
    query: { status: 'pending', cursor: '912', limit: '50' },
    answer: { items: [OWNED_OPERATION], nextCursor: null },
  },
});

export const operationByCode = endpoint({
  method: 'GET',
  path: '/api/admin/request-ref/:code',
  access: 'steppedUp',
  description: 'One deposit, top-up or withdrawal by its request code, with or without the #.',
  params: z.strictObject({ code: z.string().check(z.maxLength(40)) }),
  answer: ownedOperation,
  errors: ['request_not_found'],
  example: { params: { code: DEPOSIT.code }, answer: OWNED_OPERATION },
});

export const audit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'steppedUp',
  description: 'The audit log, newest first; looking at it is in it.',
  query: auditQuery,
  answer: auditList,
  errors: ['user_not_found', 'not_found'],
  example: {
    query: { cursor: '912', limit: '1', action: 'userBlocked', operator: OPERATOR_PHONE, target: USER.phone },
    answer: {
      items: [
        {
          id: '31',
          at: 1_795_003_600_000,
          operatorPhone: OPERATOR_PHONE,
          action: 'userBlocked',
          targetPhone: USER.phone,
          details: { reason: 'conduct' },
          status: 200,
        },
      ],
      nextCursor: '31',
    },
  },
});

export const health = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'steppedUp',
  description: 'The state of the running server, as it is now.',
  answer: operatorHealth,
  errors: [],
  example: {
    answer: {
      version: '0.1.0',
      uptimeSeconds: 3600,
      readiness: {
        ready: true,
        draining: false,
        database: 'ok',
        ledger: 'ok',
        markets: [{ market: 'main', status: 'running', halted: false, priceAgeMs: 250 }],
      },
      processes: [
        {
          ...{ id: '3f2c9a10', here: true, roles: ['edge', 'engine', 'jobs'], host: 'plecho-1', version: '0.1.0' },
          ...{ startedAt: 1_795_000_000_000, seenAgoMs: 700, silent: false, markets: 1, streams: 12 },
          ...{ delayP99Ms: 3.1, memoryBytes: 180_000_000 },
        },
      ],
      feeds: [
        {
          market: 'main',
          label: 'Синтетический рынок',
          priceAgeMs: 250,
          halt: null,
          problem: null,
          ticks: 14_400,
          rejected: { jump: 1 },
        },
      ],
      failedStarts: [],
      streams: { clients: 12, cut: 0 },
      ledger: { state: 'ok', checkedAt: 1_795_003_590_000, violations: [] },
      database: { state: 'ok', latencyMs: 0.6 },
      eventLoop: { delayMeanMs: 0.2, delayP99Ms: 3.1, utilization: 0.04 },
      memory: { rssBytes: 180_000_000, heapUsedBytes: 60_000_000 },
      payments: { pendingDeposits: 1, pendingWithdrawals: 0, pendingCards: 0, mempool: 1, locked: '0' },
    },
  },
});
