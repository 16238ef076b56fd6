import type { SyntheticEvent } from 'react';
import type { PositionState } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useReversePosition } from '@/api/positions.ts';
import { formatMoney } from '@/lib/format.ts';
import { usePositionFigures } from '@/live/index.ts';
import { Dialog, Money, MONEY_UNIT, toast } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { DialogFoot, Figures } from './dialog-parts.tsx';
import { useDialogRequest } from './use-dialog-request.ts';

/** Turns a position into one in the other direction, after saying what that is. */
export function ReverseDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  const { id, symbol, type, leverage } = position;
  const { pnl } = usePositionFigures(position);
  const { mutateAsync } = useReversePosition();
  const checking = useChecking('reverse', id);
  const { pending, refused, send } = useDialogRequest(texts.reverseFailed, () => {
    toast.success(texts.reversed(symbol));
    onClose();
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void send(() => mutateAsync({ id, symbol }));
  };
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.reverseTitle(symbol)}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p>{texts.reverseHint(type, `${formatMoney(position.amount)} ${MONEY_UNIT}`, leverage)}</p>
        <Figures rows={[[texts.result, <Money key="pnl" value={pnl} signed unit />]]} />
        <DialogFoot
          refusal={refused?.text ?? null}
          submit={texts.reverseSubmit}
          submitting={texts.reversing}
          pending={pending || checking}
          checking={checking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
