import { usePayments } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { OperationList } from './operation-list.tsx';
import { texts } from './texts.ts';

const SHOWN = 8;

function Newest({ hidden }: { hidden: boolean }) {
  const { loaded, operations } = usePayments();
  if (!loaded) return <Skeleton label={texts.loading} className="m-3 h-28" />;
  if (operations.length === 0) return <EmptyState title={texts.empty} />;
  return <OperationList items={operations.slice(0, SHOWN)} hidden={hidden} />;
}

/**
 * The newest operations, live.
 * @param props.hidden dots in place of the amounts
 * @param props.onAll opens all of them
 */
export function RecentOperations({ hidden, onAll }: { hidden: boolean; onAll: () => void }) {
  return (
    <Panel
      title={texts.recent}
      flush
      aside={
        <Button variant="ghost" size="sm" onClick={onAll}>
          {texts.all}
        </Button>
      }
    >
      <Newest hidden={hidden} />
    </Panel>
  );
}
