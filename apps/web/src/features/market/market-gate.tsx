import { useLocation } from '@tanstack/react-router';
import type { Market } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useEnterMarket } from '@/api/enter-market.ts';
import { refreshStream, useMarketState } from '@/live/index.ts';
import { formatMoney, keepUnits } from '@/lib/format.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { texts } from './texts.ts';

function Entrance({ market }: { market: Market }) {
  const enter = useEnterMarket();
  return (
    <>
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
    </>
  );
}

/** Stands before the screens of a market that the person has not entered. One that is over takes nobody in. */
export function MarketGate({ market }: { market: Market }) {
  const words = provenanceWords(market);
  const { status } = useMarketState() ?? market;
  // The phone's own screens bring the place of their content, and this one stands for them.
  const isPlace = useLocation().pathname.startsWith('/mobile/');
  const Place = isPlace ? 'main' : 'div';
  return (
    <Place
      {...(isPlace ? { id: 'main', tabIndex: -1 } : {})}
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center outline-none"
    >
      <h1 className="text-lg font-semibold">{keepUnits(market.label)}</h1>
      {words !== null && <p className="text-xs text-muted">{words}</p>}
      {status === 'ended' ? (
        <p className="text-secondary">Этот рынок завершён, и вы на нём не торговали. Войти на него уже нельзя.</p>
      ) : (
        <Entrance market={market} />
      )}
      <Link
        href={paths.marketPage(market.id, market.main ? undefined : market.id)}
        className="text-accent hover:underline"
      >
        {texts.rules}
      </Link>
    </Place>
  );
}
