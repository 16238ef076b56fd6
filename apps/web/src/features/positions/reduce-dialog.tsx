import { useState, type SyntheticEvent } from 'react';
import { COMMAND_ERRORS, type PositionState, type ReduceOrder } from '@plecho/contract';
import { formatPrice as plainPrice, parseTrail, type OrderKind, type TrailUnit } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useRequest } from '@/api/intents/use-request.ts';
import { useReduceOrder } from '@/api/orders.ts';
import { expiresAt, type Expiry } from '@/lib/expiry.ts';
import { ExpiryField } from '@/ui/expiry-field.tsx';
import { wireTrail } from '@/lib/trail.ts';
import { TrailField } from '@/ui/trail-field.tsx';
import { formatPrice } from '@/lib/format.ts';
import { normaliseDecimalInput, parsePriceInput } from '@/lib/parse-amount.ts';
import { useExpiryClock, useMarketClock, usePair, useTicker } from '@/live/index.ts';
import { Dialog, SegmentedControl, SideBadge, TextField, toast } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { DialogFoot } from './dialog-parts.tsx';
import { PORTION_CHOICES, portionOfPercent } from './portion.ts';
import { useDialogRequest } from './use-dialog-request.ts';

const KINDS = ['limit', 'stopMarket', 'trailingStop'] as const satisfies readonly OrderKind[];
type Kind = (typeof KINDS)[number];

interface Draft {
  kind: Kind;
  percent: (typeof PORTION_CHOICES)[number];
  price: string;
  callback: string;
  unit: TrailUnit;
  expiry: Expiry;
}

/** What the order waits for, as the wire has it; null while that is no number. */
function conditionOf({ kind, price, callback, unit }: Draft) {
  if (kind === 'trailingStop') {
    const trail = parseTrail(unit, normaliseDecimalInput(callback));
    return trail === null ? null : { callback: wireTrail(trail) };
  }
  const at = parsePriceInput(price);
  if (at === null || at <= 0n) return null;
  return kind === 'limit' ? { limitPrice: plainPrice(at) } : { stopPrice: plainPrice(at) };
}

/** Places an order that closes a part of the position and never opens one. */
export function ReduceDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  const { id, symbol, type } = position;
  const [draft, setDraft] = useState<Draft>({
    ...{ kind: 'limit', percent: '100', price: '', callback: '1', unit: 'percent', expiry: 'none' },
  });
  const [attempted, setAttempted] = useState(false);
  const ticker = useTicker(symbol);
  const decimals = usePair(symbol)?.priceDecimals ?? 2;
  const clock = useMarketClock();
  const expiryClock = useExpiryClock();
  const { mutateAsync } = useReduceOrder();
  const checking = useChecking('reduceOrder', id);
  const { pending, refused, send, clear } = useDialogRequest(
    { kinds: ['reduceOrder'], subject: id },
    texts.reduceFailed,
    () => toast.success(texts.reduced(symbol)),
    onClose,
  );
  const same = useRequest<{ body: ReduceOrder }>();
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change });
    clear();
  };
  const condition = conditionOf(draft);
  const wrong = condition === null && attempted;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setAttempted(true);
    const portion = portionOfPercent(draft.percent);
    if (condition === null || portion === null) return;
    const { body } = same(draft, () => {
      const ends = expiresAt(draft.expiry, Math.floor((clock() ?? 0) / 1000));
      return { body: { kind: draft.kind, portion, ...condition, ...(ends === null ? {} : { expiresAt: ends }) } };
    });
    void send(() => mutateAsync({ id, symbol, ...body }));
  };
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.reduceTitle(symbol)}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <p className="flex items-center gap-2">
          <SideBadge side={type} />
          <span className="tabular">{position.leverage}x</span>
        </p>
        <SegmentedControl
          stretch
          label={texts.kind}
          value={draft.kind}
          disabled={pending}
          onChange={(kind) => set({ kind })}
          options={KINDS.map((kind) => ({ value: kind, label: texts.kindName[kind] }))}
        />
        {draft.kind === 'trailingStop' ? (
          <TrailField
            label={texts.callback}
            value={draft.callback}
            unit={draft.unit}
            disabled={pending}
            error={wrong ? COMMAND_ERRORS.invalid_trailing.text : undefined}
            onValue={(callback) => set({ callback })}
            onUnit={(unit) => set({ unit })}
          />
        ) : (
          <TextField
            numeric
            label={draft.kind === 'limit' ? texts.limitPrice : texts.stopPrice}
            suffix="USDT"
            value={draft.price}
            placeholder={formatPrice(ticker?.last, decimals)}
            disabled={pending}
            error={wrong ? COMMAND_ERRORS.invalid_price.text : null}
            onChange={(event) => set({ price: event.target.value })}
          />
        )}
        <SegmentedControl
          stretch
          label={texts.part}
          value={draft.percent}
          disabled={pending}
          onChange={(percent) => set({ percent })}
          options={PORTION_CHOICES.map((value) => ({ value, label: `${value}%` }))}
        />
        <ExpiryField
          value={draft.expiry}
          clock={expiryClock}
          disabled={pending}
          onChange={(expiry) => set({ expiry })}
        />
        <p className="text-xs text-muted">{texts.reduceHint}</p>
        <DialogFoot
          refusal={refused?.text ?? null}
          submit={texts.reduceSubmit}
          submitting={texts.reducing}
          pending={pending || checking}
          checking={checking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
