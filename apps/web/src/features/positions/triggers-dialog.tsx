import { useState, type SyntheticEvent, type ReactNode } from 'react';
import type { PositionState } from '@plecho/contract';
import { formatPrice as plainPrice, type Price, type Trail } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useAwaited, useChecking, useClosed } from '@/api/intents/carry-out.ts';
import { CLOSED_TEXT } from '@/api/intents/texts.ts';
import { useSetTriggers } from '@/api/positions.ts';
import { wireTrail } from '@/lib/trail.ts';
import { formatPrice, formatSignedMoney } from '@/lib/format.ts';
import { exitQuote, usePair, useTicker } from '@/live/index.ts';
import { Button, Dialog, SideBadge, TextField, toast } from '@/ui/index.ts';
import { positionTexts as texts } from './texts.ts';
import { readTrailing, trailingDraft, TrailingField, type TrailingDraft } from './trailing-field.tsx';
import { checkTriggerDraft, pnlAt, type TriggerDraft } from './triggers.ts';

/** A price of the wire as a person types it. */
const typed = (price: string | null): string => price?.replace('.', ',') ?? '';

function Prices({ position, decimals }: { position: PositionState; decimals: number }) {
  const ticker = useTicker(position.symbol);
  const rows = [
    // What levels are measured at, and what the table of positions shows: with a spread not the middle.
    [texts.price, formatPrice(ticker === undefined ? undefined : exitQuote(ticker, position.type), decimals)],
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

const FIELD_OF_CODE: Partial<Record<string, 'takeProfit' | 'stopLoss' | 'trailing'>> = {
  take_profit_wrong_side: 'takeProfit',
  stop_loss_wrong_side: 'stopLoss',
  stop_loss_beyond_liquidation: 'stopLoss',
  invalid_trailing: 'trailing',
};

/** Sends the levels; a refusal is shown beside the field it is about. */
function useSaveTriggers(position: PositionState, onSaved: () => void) {
  const { mutateAsync, isPending } = useSetTriggers();
  const checking = useChecking('setTriggers', position.id);
  const awaited = { kinds: ['setTriggers'], subject: position.id } as const;
  const isHere = useAwaited(['answered'], awaited);
  const [refused, setRefused] = useState<{ takeProfit?: string; stopLoss?: string; trailing?: string; form?: string }>(
    {},
  );
  useClosed(awaited, (was) => setRefused((now) => (now.form === was ? { form: CLOSED_TEXT } : now)));
  const save = async (takeProfit: Price | null, stopLoss: Price | null, trailing: Trail | null): Promise<void> => {
    if (isPending) return;
    setRefused({});
    try {
      await mutateAsync({
        id: position.id,
        symbol: position.symbol,
        takeProfit: takeProfit === null ? null : plainPrice(takeProfit),
        stopLoss: stopLoss === null ? null : plainPrice(stopLoss),
        // The same one goes on from the best price that it has seen.
        trailing: trailing === null ? null : wireTrail(trailing),
      });
      toast.success(texts.saved(position.symbol));
      if (isHere()) onSaved();
    } catch (error) {
      const [code, text] = error instanceof ApiError ? [error.code, error.message] : ['', texts.saveFailed];
      const field = FIELD_OF_CODE[code];
      setRefused({ [field ?? 'form']: text });
    }
  };
  return { save, isPending, checking, refused, clear: () => setRefused({}) };
}

/** Take profit, stop loss and trailing stop of an open position, by keyboard: set, moved or removed. */
export function TriggersDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  // What is not touched here stays what it is, also when another tab or device changes it meanwhile: all is sent.
  const [touched, setTouched] = useState<Partial<TriggerDraft>>({});
  const [touchedTrail, setTouchedTrail] = useState<TrailingDraft | null>(null);
  const draft = { takeProfit: typed(position.takeProfit), stopLoss: typed(position.stopLoss), ...touched };
  const trail = touchedTrail ?? trailingDraft(position);
  const ticker = useTicker(position.symbol);
  const market = ticker === undefined ? null : exitQuote(ticker, position.type);
  const decimals = usePair(position.symbol)?.priceDecimals ?? 2;
  const check = checkTriggerDraft(draft, position, market);
  const { save, isPending, checking, refused, clear } = useSaveTriggers(position, onClose);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const trailing = readTrailing(trail);
    if (Object.keys(check.errors).length > 0 || trailing === undefined) return;
    void save(check.takeProfit, check.stopLoss, trailing);
  };

  const field = (key: 'takeProfit' | 'stopLoss'): ReactNode => {
    const price = check[key];
    const pnl = price === null || price <= 0n ? null : pnlAt(position, price);
    return (
      <TextField
        key={key}
        numeric
        label={texts[key]}
        value={draft[key]}
        disabled={isPending}
        error={check.errors[key] ?? refused[key]}
        onChange={(event) => {
          setTouched({ ...touched, [key]: event.target.value });
          clear();
        }}
        suffix="USDT"
        hint={pnl === null ? undefined : texts.atLevel(formatSignedMoney(pnl))}
        aside={
          draft[key] === '' ? undefined : (
            <button
              type="button"
              className="text-xs text-accent hover:underline"
              onClick={() => setTouched({ ...touched, [key]: '' })}
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
        <TrailingField
          position={position}
          draft={trail}
          decimals={decimals}
          disabled={isPending}
          error={refused.trailing ?? (readTrailing(trail) === undefined ? texts.invalidTrailing : undefined)}
          onChange={(changed) => {
            setTouchedTrail(changed);
            clear();
          }}
        />
        {refused.form === undefined ? null : (
          <p className="text-xs text-down" role="alert">
            {refused.form}
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
