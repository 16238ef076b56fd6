import type { BuiltBatch } from '../commands/batch-builder.ts';
import type { Firing } from '../commands/fire-trigger.ts';
import { maskPhonesIn } from '../lib/mask.ts';
import type { Pending } from './command-queue.ts';

/** What a firing is called to operators: "liquidation of position 12". */
export function nameOf(firing: Firing): string {
  switch (firing.type) {
    case 'close':
      return `${firing.reason} of position ${firing.positionId}`;
    case 'fund':
      return `funding of position ${firing.positionId}`;
    case 'round':
      return `funding of ${firing.round.symbol} at ${firing.round.at}`;
    case 'fill':
    case 'reduce':
    case 'activate':
    case 'expire':
    case 'cancel':
      return `${firing.type} of order ${firing.orderId}`;
    default:
      return firing satisfies never;
  }
}

/**
 * Everything that is needed to repeat a refusal, as one line of JSON: the command and the scope of its key, or the
 * firing, and the rows that they came to. Neither holds a phone or a secret, except in a key that somebody made so.
 * @param built null when the decision itself failed
 */
export function toRepeat(
  subject: Pick<Pending, 'command' | 'idempotency'> | { firing: Firing },
  built: BuiltBatch | null,
): string {
  const asked =
    'firing' in subject ? { firing: subject.firing } : { command: subject.command, key: subject.idempotency };
  const text = JSON.stringify({ ...asked, batch: built?.batch }, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return maskPhonesIn(text);
}
