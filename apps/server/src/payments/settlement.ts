import type { Outcome, SettlementEffect, TradingDesk } from '../commands/command.ts';
import { requestKey } from '../lib/once.ts';
import type { OperationRecord } from './ports.ts';

/** The same for the same effect, whoever asks for it. */
const canonical = (effect: SettlementEffect): unknown =>
  Object.entries(effect).toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * Ends an operation through the engine. The key is the operation's id, so whoever asks again, after
 * any crash, gets the one answer; `idempotency_conflict` means that it has ended in another way.
 * @throws UnavailableError when it is not known what happened; asking again is right then
 */
export function settle(
  desk: TradingDesk,
  marketId: string,
  { id, accountId, userId }: Pick<OperationRecord, 'id' | 'accountId' | 'userId'>,
  effect: SettlementEffect,
): Promise<Outcome> {
  return desk.submit(
    marketId,
    { type: 'settleOperation', accountId, operationId: id, effect },
    requestKey(userId, 'settleOperation', id.toString(), canonical(effect)),
  );
}
