import { useChecking } from '@/api/intents/carry-out.ts';
import { formatCoinsWithUnit, networkTitle } from '@/lib/coins.ts';
import { formatDuration } from '@/lib/duration.ts';
import { Button } from '@/ui/button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Grouped } from '@/ui/grouped.tsx';
import { Icon } from '@/ui/icons.tsx';
import { secondsToBlock, secondsToCount } from './expected-wait.ts';
import type { SendOrder } from './send-draft.ts';
import { texts } from './texts.ts';
import type { Send } from './use-send.ts';

const { confirm } = texts;

/** Everything once more before it can't be undone; the network above all. */
export function SendConfirmation({ send, order }: { send: Send; order: SendOrder }) {
  const { asset, network, level } = order;
  const { root } = send.form.formState.errors;
  const checking = useChecking('sendCoins');
  const coins = (amount: bigint): string => formatCoinsWithUnit(asset, amount);
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-semibold">{confirm.title}</h3>
      <div className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2.5">
        <p className="text-xs text-warn">{confirm.network}</p>
        <p className="text-xl font-semibold text-balance">{networkTitle(network)}</p>
      </div>
      <div>
        <p className="text-xs text-secondary">{confirm.amount}</p>
        <p className="text-lg font-semibold tabular">{coins(order.amount)}</p>
      </div>
      <div>
        <p className="text-xs text-secondary">{confirm.to}</p>
        <p className="text-base code">
          <Grouped text={order.address} />
        </p>
      </div>
      <FactList>
        <Fact name={confirm.fee}>{coins(order.fee)}</Fact>
        <Fact name={confirm.total}>{coins(order.total)}</Fact>
        <Fact name={confirm.left}>{coins(order.left)}</Fact>
        {send.draft.memo !== '' && <Fact name={confirm.memo}>{order.memo ?? confirm.noMemo}</Fact>}
        <Fact name={confirm.wait}>
          {texts.wait(texts.blocks[level], formatDuration(secondsToBlock(network, level)))}
          <span className="block text-xs text-muted">
            {confirm.counts(formatDuration(secondsToCount(network, level)))}
          </span>
        </Fact>
      </FactList>
      <p className="flex gap-2 text-warn">
        <Icon name="alert" className="mt-0.5" />
        {confirm.final}
      </p>
      {root !== undefined && (
        <p role="alert" className="text-down">
          {root.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="lg" disabled={send.pending} onClick={send.back}>
          {confirm.back}
        </Button>
        <Button
          variant="primary"
          size="lg"
          className="flex-1"
          pending={send.pending}
          checking={checking}
          onClick={send.confirm}
        >
          {send.pending ? confirm.sending : confirm.send}
        </Button>
      </div>
    </div>
  );
}
