import { useState } from 'react';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useStartSeason } from '@/api/seasons.ts';
import { useMarket } from '@/api/queries.ts';
import { formatMoney, keepUnits, plural } from '@/lib/format.ts';
import { useAccount } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Icon, type IconName } from '@/ui/icons.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { toast } from '@/ui/toast.tsx';
import { texts } from './season-texts.ts';

const { dialog } = texts;
const money = (amount: bigint | string): string => `${formatMoney(amount)} ${MONEY_UNIT}`;

const counted = (n: number, one: string, few: string, many: string): string => `${n} ${plural(n, one, few, many)}`;

/** What a fresh start does to this account as it stands now. */
function useConsequences(): { icon: IconName; text: string }[] {
  const { positions, orders, balances } = useAccount();
  const { startBalance } = useMarket();
  const closes =
    positions.length === 0
      ? dialog.noPositions
      : dialog.closes(counted(positions.length, 'позиция', 'позиции', 'позиций'));
  const cancels =
    orders.length === 0 ? dialog.noOrders : dialog.cancels(counted(orders.length, 'ордер', 'ордера', 'ордеров'));
  return [
    { icon: 'chevronRight', text: closes },
    { icon: 'chevronRight', text: cancels },
    { icon: 'chevronRight', text: dialog.balance(money(startBalance)) },
    ...(balances.locked > 0n ? [{ icon: 'info' as const, text: dialog.locked(money(balances.locked)) }] : []),
    { icon: 'info', text: dialog.wallet },
    { icon: 'shield', text: dialog.stays },
  ];
}

/** Says exactly what a fresh start does, and does it after a second step. */
export function RestartDialog({ next, onClose }: { next: number; onClose: () => void }) {
  const consequences = useConsequences();
  const { label } = useMarket();
  const [understood, setUnderstood] = useState(false);
  const start = useStartSeason();
  const checking = useChecking('startSeason');
  const refusal = start.error === null ? null : start.error instanceof ApiError ? start.error.message : dialog.failed;
  const confirm = (): void =>
    start.mutate(undefined, {
      onSuccess: ({ number }) => {
        toast.success(texts.started(number));
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={dialog.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {dialog.cancel}
          </Button>
          <Button
            variant="danger"
            disabled={!understood}
            pending={start.isPending}
            checking={checking}
            onClick={confirm}
          >
            {start.isPending ? dialog.starting : dialog.confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-secondary">{dialog.lead(keepUnits(label), next)}</p>
        <ul className="flex flex-col gap-2">
          {consequences.map(({ icon, text }) => (
            <li key={text} className="flex gap-2.5">
              <Icon name={icon} className="mt-0.5 text-muted" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
        <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md border border-hairline bg-page px-3 py-2">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-(--color-accent)"
            checked={understood}
            disabled={start.isPending}
            onChange={(event) => setUnderstood(event.target.checked)}
          />
          {dialog.understand}
        </label>
        {refusal !== null && (
          <p role="alert" className="text-down">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  );
}
