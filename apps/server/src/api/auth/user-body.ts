import type { User } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../identity/accounts.ts';
import { blockReasonText } from '../../identity/block-reasons.ts';
import type { UserRecord } from '../../identity/ports.ts';
import { deviceOf } from '../session-cookie.ts';

/** A user as told to themselves. */
export function toUser(user: UserRecord): User {
  return {
    id: user.id.toString(),
    phone: user.phone,
    firstName: user.firstName,
    lastName: user.lastName,
    isBlocked: user.blockReason !== null,
    blockReason: blockReasonText(user.blockReason),
    isOperator: user.role === 'operator',
    createdAt: Math.floor(user.createdAt / 1000),
  };
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '', device: deviceOf(request) };
}
