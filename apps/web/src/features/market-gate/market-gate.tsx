import type { Market } from '@plecho/contract';
import { useEnterMarket } from '@/api/mutations.ts';
import { refreshStream } from '@/live/index.ts';
import { formatMoney } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';

/** Stands before the screens of a market that the person has not entered yet. */
export function MarketGate({ market }: { market: Market }) {
  const enter = useEnterMarket();
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 className="text-lg font-semibold">{market.label}</h1>
      <p className="text-secondary">
        Вы ещё не входили на этот рынок. При входе здесь откроется отдельный счёт: {formatMoney(market.startBalance)}{' '}
        {MONEY_UNIT}. Другие ваши счета он не затронет.
      </p>
      <Button
        variant="primary"
        size="lg"
        pending={enter.isPending}
        onClick={() => enter.mutate({ market: market.id }, { onSuccess: refreshStream })}
      >
        Войти на рынок
      </Button>
      {enter.isError && (
        <p role="alert" className="text-down">
          {enter.error.message}
        </p>
      )}
    </div>
  );
}
