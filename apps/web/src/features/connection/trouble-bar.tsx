import { useMarket } from '@/api/queries.ts';
import { useLasting } from '@/lib/use-lasting.ts';
import { useConnection, useMarketState } from '@/live/index.ts';
import { Icon } from '@/ui/icons.tsx';
import { trouble } from './texts.ts';

/** A short loss of the connection is nobody's concern. */
const PATIENCE_MS = 2_000;

/** Says what keeps the person from trading, on top of every signed-in screen; nothing most of the time. */
export function TroubleBar() {
  const { state } = useConnection();
  const market = useMarket();
  const { status, halted } = useMarketState() ?? market;
  const cut = state === 'reconnecting' || state === 'offline' || state === 'replaced' ? trouble[state] : null;
  const isCut = useLasting(cut !== null, PATIENCE_MS);
  let text: string | null = null;
  if (isCut) text = cut;
  else if (halted) text = trouble.halted;
  else if (status !== 'running') text = trouble[status];
  if (text === null) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-b border-hairline bg-raised px-3 py-1.5 text-center text-xs text-warn"
    >
      <Icon name="alert" />
      {text}
    </p>
  );
}
