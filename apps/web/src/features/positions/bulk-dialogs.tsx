import type { SyntheticEvent } from 'react';
import { COMMAND_ERRORS, type ClosedAll, type CommandError } from '@plecho/contract';
import { parseUsdt } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useCancelAll } from '@/api/orders.ts';
import { useCloseAll } from '@/api/positions.ts';
import { useAccount, useAccountTotals } from '@/live/index.ts';
import { Dialog, Money, toast } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { DialogFoot, Figures } from './dialog-parts.tsx';
import { useDialogRequest } from './use-dialog-request.ts';

/** Says what was closed, and what stayed open and why. */
function tellClosed({ trades, failed }: ClosedAll, symbolOf: (id: string) => string): void {
  if (trades.length > 0) toast.success(texts.closedAll(trades.length));
  const [first] = failed;
  if (first === undefined) return;
  const symbols = [...new Set(failed.map(({ id }) => symbolOf(id)))].join(', ');
  toast.error(texts.notClosed(symbols, COMMAND_ERRORS[first.code as CommandError]?.text ?? texts.closeAllFailed));
}

/** Closes everything that is open, after saying what that is: the one confirmation. */
export function CloseAllDialog({ onClose }: { onClose: () => void }) {
  const { positions } = useAccount();
  const { pnl } = useAccountTotals();
  const { mutateAsync } = useCloseAll();
  const checking = useChecking('closeAll');
  const symbolOf = (id: string): string => positions.find((position) => position.id === id)?.symbol ?? id;
  const { pending, refused, send } = useDialogRequest<ClosedAll>(
    { kinds: ['closeAll'] },
    texts.closeAllFailed,
    (answer) => tellClosed(answer, symbolOf),
    onClose,
  );
  const isSending = pending || checking;
  // Levels or another tab were faster; what is under way here says itself how it ended.
  const isOver = positions.length === 0 && !isSending;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isOver) void send(() => mutateAsync({}));
  };
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.closeAllTitle}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p>{isOver ? texts.noneToClose : texts.closeAllHint(positions.length)}</p>
        {!isOver && <Figures rows={[[texts.result, <Money key="pnl" value={pnl} signed unit />]]} />}
        <DialogFoot
          refusal={refused?.text ?? null}
          submit={isOver ? null : texts.closeAllSubmit(positions.length)}
          submitting={texts.closingAll}
          pending={isSending}
          checking={checking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Cancels every resting order, after saying what that is. */
export function CancelAllDialog({ onClose }: { onClose: () => void }) {
  const { orders } = useAccount();
  const { mutateAsync } = useCancelAll();
  const checking = useChecking('cancelAll');
  const reserved = orders.reduce((sum, order) => sum + (parseUsdt(order.reserved) ?? 0n), 0n);
  const { pending, refused, send } = useDialogRequest<{ cancelled: string[] }>(
    { kinds: ['cancelAll'] },
    texts.cancelAllFailed,
    (answer) => toast.success(texts.cancelledAll(answer.cancelled.length)),
    onClose,
  );
  const isSending = pending || checking;
  const isOver = orders.length === 0 && !isSending;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isOver) void send(() => mutateAsync({}));
  };
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.cancelAllTitle}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p>{isOver ? texts.noneToCancel : texts.cancelAllHint(orders.length)}</p>
        {!isOver && <Figures rows={[[texts.reserved, <Money key="reserved" value={reserved} unit />]]} />}
        <DialogFoot
          refusal={refused?.text ?? null}
          submit={isOver ? null : texts.cancelAllSubmit(orders.length)}
          submitting={texts.cancellingAll}
          pending={isSending}
          checking={checking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
