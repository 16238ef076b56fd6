import { useState, type SyntheticEvent } from 'react';
import { COMMAND_ERRORS, type PositionState } from '@plecho/contract';
import { formatUsdt, parseDecimal, type Ppm, type Usdt } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useAddToPosition } from '@/api/positions.ts';
import { useMarket } from '@/api/queries.ts';
import { formatMoney, formatPrice } from '@/lib/format.ts';
import { parseAmountInput } from '@/lib/parse-amount.ts';
import { entryQuote, exitQuote, useAccount, usePair, useTicker } from '@/live/index.ts';
import { Dialog, MONEY_UNIT, SideBadge, TextField, toast } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { DialogFoot, Figures } from './dialog-parts.tsx';
import { scaleIn, type ScaledIn } from './scale-in.ts';
import { positionTexts } from './texts.ts';
import { useDialogRequest } from './use-dialog-request.ts';

const PERCENT_TO_PPM_DECIMALS = 4;
const ppm = (percent: string): Ppm => parseDecimal(percent, PERCENT_TO_PPM_DECIMALS) ?? 0n;

/** Of the amount, whatever is wrong with it. */
const OF_AMOUNT: ReadonlySet<string> = new Set([
  'invalid_amount',
  'amount_too_small',
  'amount_too_large',
  'insufficient_funds',
  'liquidation_at_market',
]);

/** What can be said of an amount before it is sent; null when nothing is wrong with it. */
function wrongOf(added: Usdt | null, then: ScaledIn | null, available: Usdt): string | null {
  if (added === null || added <= 0n) return COMMAND_ERRORS.invalid_amount.text;
  if (then === null) return null;
  if (then.required > available) return COMMAND_ERRORS.insufficient_funds.text;
  return then.isLiquidated ? COMMAND_ERRORS.liquidation_at_market.text : null;
}

interface AddDialogProps {
  position: PositionState;
  onClose: () => void;
}

/** Adds margin to a position, after showing what its entry and its liquidation price become. */
export function AddDialog({ position, onClose }: AddDialogProps) {
  const { symbol, type, leverage } = position;
  const [amount, setAmount] = useState('100');
  const market = useMarket();
  const ticker = useTicker(symbol);
  const { balances } = useAccount();
  const decimals = usePair(symbol)?.priceDecimals ?? 2;
  const { mutateAsync } = useAddToPosition();
  const checking = useChecking('addToPosition', position.id);
  const { pending, refused, send, clear } = useDialogRequest(
    { kinds: ['addToPosition'], subject: position.id },
    texts.addFailed,
    () => toast.success(texts.added(symbol)),
    onClose,
  );

  const added = parseAmountInput(amount);
  const rates = { takerFee: ppm(market.takerFeePercent), maintenance: ppm(market.maintenanceMarginPercent) };
  const then =
    added === null || ticker === undefined
      ? null
      : scaleIn(position, added, { entry: entryQuote(ticker, type), exit: exitQuote(ticker, type), ...rates });
  const wrong = wrongOf(added, then, balances.available);
  const ofField = refused !== null && OF_AMOUNT.has(refused.code);
  const price = (value: bigint | string | null): string =>
    value === null ? positionTexts.noLiquidation : formatPrice(value, decimals);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (wrong === null && added !== null) {
      void send(() => mutateAsync({ id: position.id, symbol, amount: formatUsdt(added) }));
    }
  };
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.addTitle(symbol)}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p className="flex items-center gap-2">
          <SideBadge side={type} />
          <span className="tabular">{leverage}x</span>
        </p>
        <TextField
          numeric
          label={texts.addAmount}
          suffix={MONEY_UNIT}
          value={amount}
          disabled={pending}
          error={ofField ? refused.text : amount === '' ? null : wrong}
          hint={texts.available(formatMoney(balances.available))}
          onChange={(event) => {
            setAmount(event.target.value);
            clear();
          }}
        />
        <Figures
          rows={[
            [texts.averageNow, price(position.entryPrice)],
            [texts.averageThen, then === null ? positionTexts.none : price(then.entry)],
            [texts.liquidationNow, price(position.liquidationPrice)],
            [texts.liquidationThen, then === null ? positionTexts.none : price(then.liquidation)],
            [texts.sizeThen, then === null ? positionTexts.none : formatMoney(then.size)],
          ]}
        />
        <p className="text-xs text-muted">{texts.addHint(leverage)}</p>
        <DialogFoot
          refusal={refused === null || ofField ? null : refused.text}
          submit={texts.addSubmit}
          submitting={texts.adding}
          pending={pending || checking}
          checking={checking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
