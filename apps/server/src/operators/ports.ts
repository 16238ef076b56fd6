import type { AuditAction, ClassName } from '@plecho/contract';
import type { BlockReason, OperationStatus, ProcessRole } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { LogLine } from '../identity/ports.ts';
import type { OperationRecord } from '../payments/ports.ts';

/** What a session may do in the operator area, as the database knows it now. Times are milliseconds of the wall clock. */
export interface Standing {
  isOperator: boolean;
  /** A blocked operator has no power over others. */
  isBlocked: boolean;
  /** When the step-up was made; null before it. */
  since: number | null;
  /** When the operator area was used last; null before the step-up. */
  seenAt: number | null;
}

/** A step-up made and used after these times is good. */
export interface StepUpCutoff {
  seenAfter: number;
  madeAfter: number;
}

export interface OperatorStore {
  /** null when the session is gone. */
  standing(sessionId: bigint): Promise<Standing | null>;
  /**
   * In one statement: role, block and step-up as they are now, and, when all are good, the use of it noted.
   * @returns null when the session is gone
   */
  authorise(
    sessionId: bigint,
    now: number,
    cutoff: StepUpCutoff,
  ): Promise<(Pick<Standing, 'isOperator' | 'isBlocked'> & { isGood: boolean }) | null>;
  /** The installation's secret, argon2id in its own text form; null before there is one. */
  secretHash(): Promise<string | null>;
  /**
   * Also gives the session a new secret, of which this is the hash: the old one is nobody's from then on.
   * @returns false when the role, the block or the operator secret changed since they were looked at; then nothing is stored
   */
  stepUp(sessionId: bigint, secretHash: string, tokenHash: Buffer, now: number): Promise<boolean>;
  stepDown(sessionId: bigint): Promise<void>;
  /** By market what the class is called that it, or the drill that it plays, is of; others are left out. */
  classNames(marketIds: readonly string[]): Promise<ReadonlyMap<string, ClassName>>;
  /**
   * Blocks or unblocks a user, with its line in their log; a blocked operator's step-ups end. Of two
   * operators who block each other at once, one comes too late.
   * @param line whose operator must not be the user
   * @param reason of the act; a blocked user is told it
   * @returns `unchanged`: nothing is logged; `powerless`: the one who acts is blocked or no operator by now
   */
  setBlocked(
    userId: bigint,
    blocked: boolean,
    reason: BlockReason,
    line: LogLine & { operatorId: bigint },
  ): Promise<'changed' | 'unchanged' | 'powerless'>;
}

/** A call of the operator area, before it is carried out. Nothing in it was typed freely. */
export interface AuditEntry {
  at: number;
  operatorId: bigint;
  sessionId: bigint;
  action: AuditAction;
  targetId: bigint | null;
  details: Record<string, string>;
}

export interface AuditedCall extends AuditEntry {
  id: bigint;
  operatorPhone: string;
  targetPhone: string | null;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
}

export interface AuditFilter {
  /** Only calls with a smaller id. */
  beforeId: bigint | null;
  limit: number;
  action?: AuditAction | undefined;
  operatorId?: bigint | undefined;
  targetId?: bigint | undefined;
}

/** Calls of the operator area: added, never changed (rule L5). */
export interface AuditStore {
  /** @returns the id of the call */
  begin(entry: AuditEntry): Promise<bigint>;
  end(id: bigint, status: number, at: number): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditedCall[]>;
}

/** A deposit, top-up or withdrawal and whose it is. */
export interface OwnedOperationRecord {
  /** null: a guest’s. */
  phone: string | null;
  operation: OperationRecord;
}

export interface OwnedOperationFilter {
  /** Only operations with a smaller id. */
  beforeId: bigint | null;
  limit: number;
  status?: OperationStatus | undefined;
}

/** Everybody's operations: to read, never to decide (charter rule C4). */
export interface OperationReader {
  /** Newest first. */
  list(filter: OwnedOperationFilter): Promise<OwnedOperationRecord[]>;
  /** By the digits of a request code. */
  byCode(code: bigint): Promise<OwnedOperationRecord | null>;
}

/** Practice money under way. */
export interface PaymentFigures {
  pendingDeposits: number;
  pendingWithdrawals: number;
  pendingCards: number;
  /** Transactions of the practice network that wait. */
  mempool: number;
  /** Locked for withdrawals, units of 0.000001 USDT. */
  locked: bigint;
}

/** A process of the installation, as the database last heard of it. */
export interface ProcessRecord {
  id: string;
  roles: readonly ProcessRole[];
  /** Name of the machine. */
  host: string;
  version: string;
  startedAt: Date;
  /** How long ago it was heard of, ms. */
  silentMs: number;
  /** Ids of the markets that it has. */
  markets: readonly string[];
  streams: number;
  loopP99Ms: number;
  memoryBytes: number;
}

export interface ProcessDirectory {
  /** The oldest first, also silent ones. */
  list(): Promise<ProcessRecord[]>;
}

export interface ScenarioStore {
  /**
   * Makes a scenario, which nobody can change from then on.
   * @param lastKey of the keys that its own base is made from; null when it has another market's prices
   * @param at wall clock, ms
   */
  publish(definition: MarketDefinition, lastKey: Uint8Array | null, at: number): Promise<void>;
}

/** Markets that were asked to end. */
export interface EndStore {
  /** Said twice it does no harm. @param at wall clock, ms */
  askEnd(marketId: string, at: number): Promise<void>;
  /** Ids, also of those that have ended. */
  asked(): Promise<Set<string>>;
}
