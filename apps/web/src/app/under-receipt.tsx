import type { Trade } from '@plecho/contract';
import { TradeNote } from '@/features/notes/trade-note.tsx';
import { WarmChecks } from '@/features/proof/warm-checks.tsx';
import { Rerun } from '@/features/rerun/rerun.tsx';
import { SamePath } from '@/features/same-path/same-path.tsx';

/** What can be unfolded under the receipt of one's own trade. */
export function UnderReceipt({ trade }: { trade: Trade }) {
  return (
    <>
      <SamePath trade={trade} />
      <Rerun trade={trade} />
      <TradeNote trade={trade} />
      <WarmChecks />
    </>
  );
}
