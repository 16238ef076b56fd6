import { lazy, useState } from 'react';
import type { Order } from '@plecho/contract';
import { loadCode } from '@/lib/load-code.ts';
import { Button } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { deskTexts as texts } from './desk-texts.ts';

const AmendDialog = lazy(async () => ({
  default: (await loadCode(() => import('./amend-dialog.tsx'))).AmendDialog,
}));

/** Opens the dialog that changes a resting order. */
export function EditOrderButton({ order }: { order: Order }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={texts.editTitle(order.symbol)} onClick={() => setEditing(true)}>
        {texts.edit}
      </Button>
      {isEditing && (
        <Late>
          <AmendDialog order={order} onClose={() => setEditing(false)} />
        </Late>
      )}
    </>
  );
}
