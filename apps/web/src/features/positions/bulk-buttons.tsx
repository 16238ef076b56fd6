import { lazy, useState } from 'react';
import { loadCode } from '@/lib/load-code.ts';
import { useAccount } from '@/live/index.ts';
import { Button } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { deskTexts as texts } from './desk-texts.ts';

const load = () => loadCode(() => import('./bulk-dialogs.tsx'));
const DIALOGS = {
  closeAll: lazy(async () => ({ default: (await load()).CloseAllDialog })),
  cancelAll: lazy(async () => ({ default: (await load()).CancelAllDialog })),
};

/** Everything of a list at once; there is nothing to it while the list has fewer than two. */
function BulkButton({ kind, count }: { kind: keyof typeof DIALOGS; count: number }) {
  const [isAsking, setAsking] = useState(false);
  const Asked = DIALOGS[kind];
  if (count < 2 && !isAsking) return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {texts[kind]}
      </Button>
      {isAsking && (
        <Late>
          <Asked onClose={() => setAsking(false)} />
        </Late>
      )}
    </>
  );
}

/** Closes all positions. */
export function CloseAllButton() {
  const { positions } = useAccount();
  return <BulkButton kind="closeAll" count={positions.length} />;
}

/** Cancels all orders. */
export function CancelAllButton() {
  const { orders } = useAccount();
  return <BulkButton kind="cancelAll" count={orders.length} />;
}
