import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { PositionState } from '@plecho/contract';
import { formatPrice as plainPrice, type Price } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useSetTriggers } from '@/api/mutations.ts';
import { fieldOf, useSubmit, type Refusal } from '@/lib/form.ts';
import { formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { usePair, useTicker } from '@/live/index.ts';
import { Button, Dialog, SideBadge, TextField, toast } from '@/ui/index.ts';
import { positionTexts as texts } from './texts.ts';
import { checkTriggerDraft, pnlAt, type TriggerDraft } from './triggers.ts';

/** A price of the wire as a person types it. */
const typed = (price: string | null): string => price?.replace('.', ',') ?? '';

function Prices({ position, decimals }: { position: PositionState; decimals: number }) {
  const ticker = useTicker(position.symbol);
  const rows = [
    [texts.price, formatPrice(ticker?.last, decimals)],
    [texts.entry, formatPrice(position.entryPrice, decimals)],
    [
      texts.liquidation,
      position.liquidationPrice === null ? texts.noLiquidation : formatPrice(position.liquidationPrice, decimals),
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-3 gap-3">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const FIELD_OF_CODE: Partial<Record<string, 'takeProfit' | 'stopLoss'>> = {
  take_profit_wrong_side: 'takeProfit',
  stop_loss_wrong_side: 'stopLoss',
  stop_loss_beyond_liquidation: 'stopLoss',
};

function refusalOf(error: unknown): Refusal<'takeProfit' | 'stopLoss'> {
  if (!(error instanceof ApiError)) return { field: 'form', text: texts.saveFailed };
  return { field: FIELD_OF_CODE[error.code] ?? 'form', text: error.message };
}

const wire = (price: Price | null): string | null => (price === null ? null : plainPrice(price));

/** Take profit and stop loss of an open position, by keyboard: set, moved or removed. */
export function TriggersDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  const { mutateAsync, isPending } = useSetTriggers();
  const checking = useChecking('setTriggers', position.id);
  const form = useForm<TriggerDraft>({
    defaultValues: { takeProfit: typed(position.takeProfit), stopLoss: typed(position.stopLoss) },
    reValidateMode: 'onSubmit',
  });
  const { root } = form.formState.errors;
  const draft = form.watch();
  const market = useTicker(position.symbol)?.last ?? null;
  const decimals = usePair(position.symbol)?.priceDecimals ?? 2;
  // Levels are judged by the price of this moment, not by that of the last change.
  const check = checkTriggerDraft(draft, position, market);
  const save = async (sent: TriggerDraft): Promise<void> => {
    const { takeProfit, stopLoss, errors } = checkTriggerDraft(sent, position, market);
    if (Object.keys(errors).length > 0) return;
    const { id, symbol } = position;
    await mutateAsync({ id, symbol, takeProfit: wire(takeProfit), stopLoss: wire(stopLoss) });
    toast.success(texts.saved(symbol));
    onClose();
  };
  const submit = useSubmit(form, save, refusalOf);

  const field = (key: 'takeProfit' | 'stopLoss'): ReactNode => {
    const price = check[key];
    const pnl = price === null || price <= 0n ? null : pnlAt(position, price);
    const { error, ...registered } = fieldOf(form, key, () => form.clearErrors());
    return (
      <TextField
        key={key}
        numeric
        label={texts[key]}
        disabled={isPending}
        {...registered}
        error={check.errors[key] ?? error}
        suffix="USDT"
        hint={pnl === null ? undefined : texts.atLevel(formatSignedMoney(pnl))}
        aside={
          draft[key] === '' ? undefined : (
            <button
              type="button"
              className="text-xs text-accent hover:underline"
              onClick={() => form.setValue(key, '')}
            >
              {texts.remove}
            </button>
          )
        }
      />
    );
  };

  return (
    <Dialog open onClose={onClose} size="sm" title={texts.triggersTitle(position.symbol)}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p className="flex items-center gap-2">
          <SideBadge side={position.type} />
          <span className="tabular">{position.leverage}x</span>
        </p>
        <Prices position={position} decimals={decimals} />
        {field('takeProfit')}
        {field('stopLoss')}
        {root === undefined ? null : (
          <p className="text-xs text-down" role="alert">
            {root.message}
          </p>
        )}
        <p className="text-xs text-muted">{texts.triggerHint}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={isPending} checking={checking}>
            {isPending ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
