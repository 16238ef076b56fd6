import { useEffect, useEffectEvent, useState } from 'react';
import type { ReplaySession, Revealed } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { paths } from '@/app/paths.ts';
import { useMarket, useMarketParam } from '@/api/queries.ts';
import { useForgetRunning, useReplaySessions } from '@/api/replays.ts';
import { formatDateTime, formatExactPrice, formatPrice } from '@/lib/format.ts';
import { useAccountTotals } from '@/live/index.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Link } from '@/ui/link.tsx';
import { Money } from '@/ui/money.tsx';
import { texts } from './texts.ts';

const { ended: words } = texts;

/** A masked pair costs 100 USDT at the start: what its prices were divided by. */
const factorOf = (startPrice: string): string => formatExactPrice((parsePrice(startPrice) ?? 0n) / 100n, 2);

function Revelation({ revealed, session }: { revealed: Revealed; session: ReplaySession }) {
  const end = Math.round(session.playhead / 1000) + revealed.shift;
  return (
    <dl className="flex flex-col gap-3">
      <div>
        <dt className="text-xs text-muted">{words.from}</dt>
        <dd className="tabular">
          {formatDateTime(revealed.startAt)} — {formatDateTime(end)}
        </dd>
      </div>
      {revealed.pairs.map(({ masked, symbol, startPrice }) => (
        <div key={masked}>
          <dt className="font-medium">{words.pair(masked, symbol)}</dt>
          <dd className="text-secondary">
            {words.startPrice}: <span className="tabular">{formatPrice(startPrice, 2)}</span>.{' '}
            {words.factor(factorOf(startPrice))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The end of a replay: what came of it, and what it was where that had been hidden. */
export function SessionEnded() {
  const market = useMarket();
  const param = useMarketParam();
  const { totalPnl } = useAccountTotals();
  const [isOpen, setOpen] = useState(false);
  const { data: sessions } = useReplaySessions();
  const forget = useForgetRunning();
  const onEnd = useEffectEvent(forget);
  useEffect(() => onEnd(), []);
  const session = sessions?.find((one) => one.market === market.id);
  const revealed = session?.revealed ?? null;
  return (
    <>
      <p className="font-medium">{words.title}</p>
      <p className="text-secondary">
        {words.result}: <Money value={totalPnl} signed unit />
      </p>
      <span className="flex-1" />
      {revealed !== null && (
        <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
          {words.was}
        </Button>
      )}
      <Link href={paths.markets(param)} className={buttonClass('secondary', 'sm')}>
        {words.again}
      </Link>
      {session !== undefined && revealed !== null && (
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={words.was}>
          <Revelation revealed={revealed} session={session} />
        </Dialog>
      )}
    </>
  );
}
