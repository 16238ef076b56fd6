import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { COMMAND_ERRORS, type Order } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useRequest } from '@/api/intents/use-request.ts';
import { useAmendOrder } from '@/api/orders.ts';
import { ExpiryField } from '@/ui/expiry-field.tsx';
import { TrailField } from '@/ui/trail-field.tsx';
import { useExpiryClock, useMarketClock } from '@/live/index.ts';
import { Button, Dialog, MONEY_UNIT, SideBadge, TextField, toast } from '@/ui/index.ts';
import { amendmentOf, draftOf, fieldsOf, type AmendDraft, type Amendment, type AmendField } from './amend.ts';
import { deskTexts as texts } from './desk-texts.ts';
import { DialogFoot } from './dialog-parts.tsx';
import { useDialogRequest, type Refused } from './use-dialog-request.ts';

const FIELD_OF_CODE: Partial<Record<string, AmendField>> = {
  ...{ invalid_amount: 'amount', amount_too_small: 'amount', amount_too_large: 'amount', insufficient_funds: 'amount' },
  ...{ limit_price_too_far: 'limitPrice', stop_price_wrong_side: 'stopPrice', invalid_trailing: 'callback' },
  ...{ take_profit_wrong_side: 'takeProfit', stop_loss_wrong_side: 'stopLoss' },
  stop_loss_beyond_liquidation: 'stopLoss',
};

/** What is wrong with a field: what the server said of it, or that it is no number. */
function errorOf(field: AmendField, refused: Refused | null, wrong: readonly AmendField[]): string | undefined {
  if (refused !== null && FIELD_OF_CODE[refused.code] === field) return refused.text;
  if (!wrong.includes(field)) return undefined;
  if (field === 'callback') return COMMAND_ERRORS.invalid_trailing.text;
  return (field === 'amount' ? COMMAND_ERRORS.invalid_amount : COMMAND_ERRORS.invalid_price).text;
}

/** Changes a resting order: its size, what it waits for, the levels of its position and its expiry. */
export function AmendDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, symbol } = order;
  // What is not touched here is not asked for, also when another tab or device changes it meanwhile.
  const [touched, setTouched] = useState<Partial<AmendDraft>>({});
  const draft: AmendDraft = { ...draftOf(order), ...touched };
  const [wrong, setWrong] = useState<AmendField[]>([]);
  const [isUnchanged, setUnchanged] = useState(false);
  const clock = useMarketClock();
  const expiryClock = useExpiryClock();
  const { mutateAsync } = useAmendOrder();
  const checking = useChecking('amendOrder', id);
  const { pending, refused, send, clear } = useDialogRequest(
    { kinds: ['amendOrder'], subject: id },
    texts.amendFailed,
    () => toast.success(texts.amended(symbol)),
    onClose,
  );
  const same = useRequest<Amendment>();
  const set = (change: Partial<AmendDraft>): void => {
    setTouched({ ...touched, ...change });
    setWrong([]);
    setUnchanged(false);
    clear();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const amendment = same(touched, () => amendmentOf(order, draft, Math.floor((clock() ?? 0) / 1000)));
    setWrong(amendment.wrong);
    const isEmpty = Object.keys(amendment.body).length === 0;
    setUnchanged(isEmpty);
    if (!isEmpty && amendment.wrong.length === 0) void send(() => mutateAsync({ id, symbol, ...amendment.body }));
  };
  const field = (name: AmendField): ReactNode =>
    name === 'callback' ? (
      <TrailField
        key={name}
        label={texts.callback}
        value={draft.callback}
        unit={draft.unit}
        disabled={pending}
        error={errorOf(name, refused, wrong)}
        onValue={(callback) => set({ callback })}
        onUnit={(unit) => set({ unit })}
      />
    ) : (
      <TextField
        key={name}
        numeric
        dense
        label={texts[name]}
        suffix={name === 'amount' ? MONEY_UNIT : 'USDT'}
        value={draft[name]}
        disabled={pending}
        error={errorOf(name, refused, wrong)}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    );
  const inForm = refused !== null && FIELD_OF_CODE[refused.code] === undefined ? refused.text : null;
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.editTitle(symbol)}>
      <form className="flex flex-col gap-3" noValidate onSubmit={submit}>
        <p className="flex items-center gap-2">
          <SideBadge side={order.type} />
          {texts.kindName[order.kind]}
        </p>
        {fieldsOf(order).map(field)}
        {draft.expiry === null ? (
          <p className="flex items-baseline justify-between gap-2 text-xs text-secondary">
            {order.expiresAt === null ? texts.noExpiry : texts.expiryNow(expiryClock.time.full(order.expiresAt))}
            <Button size="sm" variant="ghost" onClick={() => set({ expiry: 'none' })}>
              {texts.changeExpiry}
            </Button>
          </p>
        ) : (
          <ExpiryField
            value={draft.expiry}
            clock={expiryClock}
            disabled={pending}
            onChange={(expiry) => set({ expiry })}
          />
        )}
        <DialogFoot
          refusal={inForm ?? (isUnchanged ? texts.unchanged : null)}
          submit={texts.save}
          submitting={texts.saving}
          pending={pending || checking}
          checking={checking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
