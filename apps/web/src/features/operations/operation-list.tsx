import { useState } from 'react';
import type { Operation } from '@plecho/contract';
import { usePayments } from '@/live/index.ts';
import { OperationDetails } from './operation-details.tsx';
import { OperationRow } from './operation-row.tsx';
import { texts } from './texts.ts';

/** Operations in the order given; one that is opened goes on changing as the stream tells it. */
export function OperationList({ items, hidden }: { items: readonly Operation[]; hidden: boolean }) {
  const [opened, setOpened] = useState<Operation | null>(null);
  const { operations } = usePayments();
  const shown = [...operations, ...items].find(({ id }) => id === opened?.id) ?? opened;
  return (
    <>
      <ul aria-label={texts.caption}>
        {items.map((operation) => (
          <OperationRow key={operation.id} operation={operation} hidden={hidden} onOpen={setOpened} />
        ))}
      </ul>
      {shown !== null && <OperationDetails operation={shown} onClose={() => setOpened(null)} />}
    </>
  );
}
