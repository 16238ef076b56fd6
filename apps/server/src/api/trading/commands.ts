import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CommandResult, Idempotency, UserCommand } from '../../commands/command.ts';
import { Problem } from '../../lib/problem.ts';
import type { MarketView } from '../../queries/ports.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Services } from '../server.ts';

/** A command before it is known whose account it is about. */
type Intent = UserCommand extends infer C ? (C extends UserCommand ? Omit<C, 'accountId'> : never) : never;

/**
 * Commands of one user that may wait at a time. One person needs one or two; the bound keeps
 * anybody from filling the market's queue, and its waiting time, for all others.
 */
const MAX_WAITING_PER_USER = 128;

/** By desk, then by user. */
const waiting = new WeakMap<object, Map<bigint, number>>();

function waitingOf({ desk }: Services): Map<bigint, number> {
  const counts = waiting.get(desk) ?? new Map<bigint, number>();
  waiting.set(desk, counts);
  return counts;
}

/** @throws Problem unknown_market, or unavailable while the market could not be started */
export function marketOf({ markets }: Services, asked: string | undefined): MarketView {
  const id = asked ?? markets.mainId;
  const market = markets.get(id);
  if (market === null) throw new Problem(markets.isExpected(id) ? 'unavailable' : 'unknown_market');
  return market;
}

/** The account of whoever asks. @throws Problem market_not_entered */
export function accountOf(services: Services, request: FastifyRequest, market: MarketView): bigint | Promise<bigint> {
  const { user } = identityOf(request);
  return services.accountIds.peek(user.id, market.id) ?? services.accountIds.find(user.id, market.id);
}

function idempotencyOf(request: FastifyRequest, marketId: string, intent: Intent): Idempotency | undefined {
  const key = idempotencyKeyOf(request);
  if (key === null) return undefined;
  const canonical = JSON.stringify([marketId, intent], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return { userId: identityOf(request).user.id, operation: intent.type, key, bodyHash: hash('sha256', canonical) };
}

async function limited<T>(services: Services, userId: bigint, run: () => Promise<T>): Promise<T> {
  const counts = waitingOf(services);
  const count = counts.get(userId) ?? 0;
  if (count >= MAX_WAITING_PER_USER) throw new Problem('too_many_requests', { retryAfter: 1 });
  counts.set(userId, count + 1);
  try {
    return await run();
  } finally {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left === 0) counts.delete(userId);
    else counts.set(userId, left);
  }
}

/**
 * Sends a command of the asking user to the market and waits for what it did.
 * @throws Problem with the code of the refusal
 */
export async function carryOut<T extends CommandResult['type']>(
  services: Services,
  request: FastifyRequest,
  market: MarketView,
  intent: Intent,
  expected: T,
): Promise<Extract<CommandResult, { type: T }>> {
  const idempotency = idempotencyOf(request, market.id, intent);
  const accountId = await accountOf(services, request, market);
  const command = { ...intent, accountId };
  const { user } = identityOf(request);
  const outcome = await limited(services, user.id, () => services.desk.submit(market.id, command, idempotency));
  if (!outcome.ok) throw new Problem(outcome.code);
  if (outcome.result.type !== expected) throw new TypeError(`${command.type} answered with ${outcome.result.type}`);
  return outcome.result as Extract<CommandResult, { type: T }>;
}
