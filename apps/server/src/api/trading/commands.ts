import type { FastifyRequest } from 'fastify';
import type { CommandResult, Idempotency, Outcome } from '../../commands/command.ts';
import { requestKey, resultOf } from '../../lib/once.ts';
import { Problem } from '../../lib/problem.ts';
import type { MarketPort } from '../../engine/market-port.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Services } from '../server.ts';
import { withCalibration, type WantedCommand } from './calibration.ts';

/**
 * Commands of one user that may wait at a time. One person needs one or two; the bound keeps
 * anybody from filling the market's queue, and its waiting time, for all others.
 */
const MAX_WAITING_PER_USER = 128;

/** By the port of the markets, then by user. */
const waiting = new WeakMap<object, Map<bigint, number>>();

function waitingOf({ markets }: Services): Map<bigint, number> {
  const counts = waiting.get(markets) ?? new Map<bigint, number>();
  waiting.set(markets, counts);
  return counts;
}

/** @throws Problem unknown_market, or unavailable while the market could not be started */
export function marketOf({ markets }: Services, asked: string | undefined): MarketPort {
  const id = asked ?? markets.mainId;
  const market = markets.get(id);
  if (market === null) throw new Problem(markets.isExpected(id) ? 'unavailable' : 'unknown_market');
  return market;
}

/** The account of whoever asks. @throws Problem market_not_entered */
export function accountOf(services: Services, request: FastifyRequest, market: MarketPort): bigint | Promise<bigint> {
  const { user } = identityOf(request);
  return services.accountIds.peek(user.id, market.id) ?? services.accountIds.find(user.id, market.id);
}

/**
 * One account may give so many commands and no more, as what they leave on the disk stays. Withdrawals over the
 * network are limited by how many may be under way; those to a card end at once, so that they count.
 * @returns null when there is room for one; where there is none, what it was answered under its key before
 * @throws Problem too_many_commands
 */
async function answerAtLimit(
  { commandLimit, answered }: Services,
  accountId: bigint,
  type: WantedCommand['type'],
  key: Idempotency | null,
): Promise<Outcome | null> {
  const waitMs = type === 'withdraw' ? 0 : commandLimit.take(accountId);
  if (waitMs === 0) return null;
  const outcome = key === null ? null : await answered(key);
  if (outcome === null) throw new Problem('too_many_commands', { retryAfter: Math.ceil(waitMs / 1000) });
  return outcome;
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
 * @param body what its key stands for: the command, unless that holds more than the person asked for
 * @throws Problem with the code of the refusal
 */
export async function carryOut<T extends CommandResult['type']>(
  services: Services,
  request: FastifyRequest,
  market: MarketPort,
  wanted: WantedCommand,
  expected: T,
  body: object = wanted,
): Promise<Extract<CommandResult, { type: T }>> {
  const { user } = identityOf(request);
  const key = requestKey(user.id, wanted.type, idempotencyKeyOf(request, services.clock.now()), [market.id, body]);
  const accountId = await accountOf(services, request, market);
  const sent = await withCalibration(services.guesses, user.id, market, wanted);
  const command = { ...sent, accountId };
  const outcome =
    (await answerAtLimit(services, accountId, wanted.type, key)) ??
    (await limited(services, user.id, () => services.markets.submit(market.id, command, key ?? undefined)));
  const result = resultOf(outcome);
  if (result.type !== expected) throw new TypeError(`${command.type} answered with ${result.type}`);
  return result as Extract<CommandResult, { type: T }>;
}
