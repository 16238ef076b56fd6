import { PROCESS_ROLES } from '@plecho/domain';
import * as z from 'zod/mini';
import { adjustReason, blockReason } from './account-log.ts';
import { user } from './auth.ts';
import { className } from './classes.ts';
import { id, marketId, pageLimit, usdt } from './common.ts';
import { serviceState, ledgerState, readiness } from './health.ts';
import { operation, operationStatus } from './payments.ts';
import { balance } from './trading.ts';

const phone = z.string().check(z.maxLength(40));
const milliseconds = z.int();

/** Step-up: once per session, on top of the role. */
export const stepUp = z.strictObject({ secret: z.string().check(z.maxLength(200)) });
export const operatorSession = z.strictObject({
  steppedUp: z.boolean(),
  /** When the operator area closes without use, and at the latest; null before the step-up. */
  idleEndsAt: z.nullable(milliseconds),
  endsAt: z.nullable(milliseconds),
});
export type OperatorSession = z.infer<typeof operatorSession>;

export const userQuery = z.strictObject({ phone });
/** An account of a user, by what tells its market from the others. */
export const operatedBalance = z.extend(balance, {
  /** Of the market. */
  label: z.string(),
  /** Whose market, or whose drill, it is; null outside classes. */
  class: z.nullable(className),
  /** Its market is over: nothing is given or taken there any more. */
  ended: z.boolean(),
});
export type OperatedBalance = z.infer<typeof operatedBalance>;

/** A user as an operator sees them. */
export const operatorUser = z.strictObject({
  /** Found by the phone: no guest. */
  user: z.extend(user, { phone: z.string() }),
  isOperator: z.boolean(),
  /** One for each market that the user entered. */
  balances: z.array(operatedBalance),
  /** Living sessions. */
  sessions: z.int(),
});
export type OperatorUser = z.infer<typeof operatorUser>;

export const balanceAdjustment = z.strictObject({
  phone,
  market: z.optional(marketId),
  /** Signed decimal string; negative takes away, not below zero available. */
  amount: z.string().check(z.maxLength(64)),
  reason: adjustReason,
});
export type BalanceAdjustment = z.infer<typeof balanceAdjustment>;
/** What was done: the same for every repetition of the request. */
export const balanceAdjusted = z.strictObject({
  market: marketId,
  amount: usdt,
  /** What the account had available afterwards. */
  available: usdt,
});
export type BalanceAdjusted = z.infer<typeof balanceAdjusted>;
export const userBlock = z.strictObject({ phone, blocked: z.boolean(), reason: blockReason });
export type UserBlock = z.infer<typeof userBlock>;
export const userSignOut = z.strictObject({ phone });

/** A deposit, top-up or withdrawal as an operator sees it: to read, never to decide (charter rule C4). */
export const ownedOperation = z.strictObject({ /** null: a guest’s. */ phone: z.nullable(z.string()), operation });
export type OwnedOperation = z.infer<typeof ownedOperation>;
export const ownedOperationQuery = z.strictObject({
  status: z.optional(operationStatus),
  cursor: z.optional(id),
  limit: pageLimit,
});
export const ownedOperationList = z.strictObject({ items: z.array(ownedOperation), nextCursor: z.nullable(id) });
export type OwnedOperationList = z.infer<typeof ownedOperationList>;

export const auditAction = z.enum([
  'stepUp',
  'stepDown',
  'userViewed',
  'balanceAdjusted',
  'userBlocked',
  'userUnblocked',
  'userSignedOut',
  'transfersViewed',
  'requestViewed',
  'auditViewed',
  'healthViewed',
  'datasetsViewed',
  'datasetImported',
  'replayPublished',
  'marketsViewed',
  'scenarioPreviewed',
  'scenarioPublished',
  'marketEnded',
  'drillsViewed',
  'drillMade',
  'drillControlled',
  'classesViewed',
  'classMade',
  'classViewed',
  'classEnded',
  'refused',
]);
export type AuditAction = z.infer<typeof auditAction>;
export const auditRecord = z.strictObject({
  id,
  at: milliseconds,
  operatorPhone: z.string(),
  action: auditAction,
  /** Whom it was about; null for the rest. */
  targetPhone: z.nullable(z.string()),
  /** What was asked for, without secrets; of a refused call, its route and the code of the answer. */
  details: z.record(z.string(), z.string()),
  /** HTTP status of the answer; null when the server died before it. */
  status: z.nullable(z.int()),
});
export type AuditRecord = z.infer<typeof auditRecord>;
export const auditQuery = z.strictObject({
  cursor: z.optional(id),
  limit: pageLimit,
  action: z.optional(auditAction),
  operator: z.optional(phone),
  target: z.optional(phone),
});
export const auditList = z.strictObject({ items: z.array(auditRecord), nextCursor: z.nullable(id) });
export type AuditList = z.infer<typeof auditList>;

/** A process of the installation, as it last said of itself. */
export const operatorProcess = z.strictObject({
  /** The beginning of its id; of the only process, its number on the machine. */
  id: z.string(),
  /** The one that answers. */
  here: z.boolean(),
  roles: z.array(z.enum(PROCESS_ROLES)),
  host: z.string(),
  version: z.string(),
  startedAt: milliseconds,
  seenAgoMs: z.int(),
  /** Not heard of for ten seconds: it is gone, paused or cut off. */
  silent: z.boolean(),
  /** How many markets it has. */
  markets: z.int(),
  /** Open ones. */
  streams: z.int(),
  /** How late its event loop is, 99th percentile. */
  delayP99Ms: z.number(),
  memoryBytes: z.int(),
});
export type OperatorProcess = z.infer<typeof operatorProcess>;

export const operatorHealth = z.strictObject({
  version: z.string(),
  uptimeSeconds: z.int(),
  readiness,
  /** The oldest first. */
  processes: z.array(operatorProcess),
  feeds: z.array(
    z.strictObject({
      market: marketId,
      label: z.string(),
      priceAgeMs: z.nullable(z.int()),
      /** Since when trading is stopped, and why; null while it isn't. */
      halt: z.nullable(z.strictObject({ at: milliseconds, reason: z.string() })),
      /** What keeps prices away, as far as it is known; null when nothing does. */
      problem: z.nullable(z.string()),
      ticks: z.int(),
      /** Prices refused as invalid, by reason. */
      rejected: z.record(z.string(), z.int()),
    }),
  ),
  /** Markets that could not be started; each is tried again by itself. */
  failedStarts: z.array(
    z.strictObject({
      market: marketId,
      label: z.string(),
      since: milliseconds,
      attempts: z.int(),
      reason: z.string(),
      nextTryAt: milliseconds,
    }),
  ),
  streams: z.strictObject({ clients: z.int(), cut: z.int() }),
  ledger: z.strictObject({
    state: ledgerState,
    checkedAt: z.nullable(milliseconds),
    violations: z.array(z.string()),
  }),
  database: z.strictObject({ state: serviceState, latencyMs: z.nullable(z.number()) }),
  eventLoop: z.strictObject({ delayMeanMs: z.number(), delayP99Ms: z.number(), utilization: z.number() }),
  memory: z.strictObject({ rssBytes: z.int(), heapUsedBytes: z.int() }),
  payments: z.strictObject({
    pendingDeposits: z.int(),
    pendingWithdrawals: z.int(),
    pendingCards: z.int(),
    mempool: z.int(),
    /** USDT locked for withdrawals under way. */
    locked: usdt,
  }),
});
export type OperatorHealth = z.infer<typeof operatorHealth>;
