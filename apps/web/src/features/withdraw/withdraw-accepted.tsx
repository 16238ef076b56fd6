import type { Operation } from '@plecho/contract';
import { useLiveOperation } from '@/live/index.ts';
import { OperationStatus } from '@/ui/operation-status.tsx';

/** An accepted request as it goes on: sent, confirmed, paid out, or refused with the money back. */
export function WithdrawAccepted({ operation, marketLabel }: { operation: Operation; marketLabel: string }) {
  return <OperationStatus operation={useLiveOperation(operation)} marketLabel={marketLabel} />;
}
