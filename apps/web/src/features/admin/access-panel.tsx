import { useState } from 'react';
import type { BlockReason } from '@plecho/contract';
import { useBlockUser, useSignOutUser } from '@/api/admin.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { toast } from '@/ui/toast.tsx';
import { Choice, messageOf, SelfNote, type ActProps } from './parts.tsx';
import { BLOCK_REASONS, texts } from './texts.ts';

const REASONS = Object.entries(BLOCK_REASONS) as [BlockReason, string][];

function SignOut({ found, phone, isSelf }: ActProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useSignOutUser(phone);
  if (!isAsking) {
    return (
      <Button disabled={isSelf} onClick={() => setAsking(true)}>
        {texts.block.signOut}
      </Button>
    );
  }
  const send = (): void =>
    mutate(
      { phone: found.user.phone },
      {
        onSuccess: () => toast.success(texts.block.signedOut),
        onError: (error) => toast.error(messageOf(error, texts.block.signOutFailed)),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <div role="group" aria-label={texts.block.signOut} className="flex flex-wrap items-center gap-2">
      <p className="w-full">{texts.block.signOutSure}</p>
      <Button variant="danger" pending={isPending} onClick={send}>
        {texts.block.confirm}
      </Button>
      <Button variant="ghost" onClick={() => setAsking(false)}>
        {texts.block.cancel}
      </Button>
    </div>
  );
}

/** The reason that is chosen at first: nobody is unblocked for a breach of the rules. */
const usualReason = (isBlocked: boolean): BlockReason => (isBlocked ? 'ownRequest' : 'conduct');

/** Blocks and unblocks, with a reason from the list, and ends sessions. */
export function AccessPanel({ found, phone, isSelf }: ActProps) {
  const { isBlocked } = found.user;
  const [reason, setReason] = useState(usualReason(isBlocked));
  const { mutate, isPending } = useBlockUser(phone);
  const toggle = (): void =>
    mutate(
      { phone: found.user.phone, blocked: !isBlocked, reason },
      {
        onSuccess: () => {
          setReason(usualReason(!isBlocked));
          toast.success(isBlocked ? texts.block.unblocked : texts.block.blocked);
        },
        onError: (error) => toast.error(messageOf(error, texts.block.failed)),
      },
    );
  return (
    <Panel title={texts.block.title}>
      <div className="flex flex-col gap-3">
        <p className="text-xs text-muted">{texts.block.hint}</p>
        <Choice label={texts.reason} value={reason} options={REASONS} disabled={isPending} onChange={setReason} />
        <Button variant={isBlocked ? 'secondary' : 'danger'} pending={isPending} disabled={isSelf} onClick={toggle}>
          {isBlocked ? texts.block.unblock : texts.block.block}
        </Button>
        <div className="border-t border-hairline" />
        <SignOut found={found} phone={phone} isSelf={isSelf} />
        {isSelf && <SelfNote />}
      </div>
    </Panel>
  );
}
