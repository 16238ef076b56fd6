import type { SyntheticEvent } from 'react';
import type { PositionState } from '@plecho/contract';
import { liquidationPrice } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useReversePosition } from '@/api/positions.ts';
import { useMarket } from '@/api/queries.ts';
import { formatMoney, formatPrice } from '@/lib/format.ts';
import { ppmOf } from '@/lib/market-rates.ts';
import { exitQuote, usePair, usePositionFigures, useTicker } from '@/live/index.ts';
import { Dialog, Money, MONEY_UNIT, toast } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { DialogFoot, Figures } from './dialog-parts.tsx';
import { positionTexts } from './texts.ts';
import { useDialogRequest } from './use-dialog-request.ts';

/** Where the position that a reversal opens would be liquidated, in words. */
function useLiquidation({ symbol, type, leverage }: PositionState): string {
  const maintenance = ppmOf(useMarket().maintenanceMarginPercent);
  const ticker = useTicker(symbol);
  const decimals = usePair(symbol)?.priceDecimals ?? 2;
  if (ticker === undefined) return positionTexts.none;
  // What closes the one opens the other.
  const entry = exitQuote(ticker, type);
  const liquidation = liquidationPrice(type === 'long' ? 'short' : 'long', entry, leverage, maintenance);
  return liquidation === null ? positionTexts.noLiquidation : formatPrice(liquidation, decimals);
}

/** Turns a position into one in the other direction, after saying what that is. */
export function ReverseDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  const { id, symbol, type, leverage } = position;
  const { pnl } = usePositionFigures(position);
  const liquidation = useLiquidation(position);
  const { mutateAsync } = useReversePosition();
  const checking = useChecking('reverse', id);
  const { pending, refused, send } = useDialogRequest(
    { kinds: ['reverse'], subject: id },
    texts.reverseFailed,
    () => toast.success(texts.reversed(symbol)),
    onClose,
  );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void send(() => mutateAsync({ id, symbol }));
  };
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.reverseTitle(symbol)}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p>{texts.reverseHint(type, `${formatMoney(position.amount)} ${MONEY_UNIT}`, leverage)}</p>
        <Figures
          rows={[
            [texts.result, <Money key="pnl" value={pnl} signed unit />],
            [texts.liquidationThen, liquidation],
          ]}
        />
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
