import { useForm, useWatch } from 'react-hook-form';
import type { BlockReason } from '@plecho/contract';
import { useBlockUser, useSignOutUser } from '@/api/admin.ts';
import { Panel } from '@/ui/panel.tsx';
import { toast } from '@/ui/toast.tsx';
import { Confirmed } from './confirmed.tsx';
import { Choice, messageOf, SelfNote, type ActProps } from './parts.tsx';
import { BLOCK_REASONS, texts } from './texts.ts';

const REASONS = Object.entries(BLOCK_REASONS) as [BlockReason, string][];

function SignOut({ found, phone, isSelf }: ActProps) {
  const { mutate, isPending } = useSignOutUser(phone);
  const send = (close: () => void): void =>
    mutate(
      { phone: found.user.phone },
      {
        onSuccess: () => toast.success(texts.block.signedOut),
        onError: (error) => toast.error(messageOf(error, texts.block.signOutFailed)),
        onSettled: close,
      },
    );
  return (
    <Confirmed
      label={texts.block.signOut}
      question={texts.block.signOutSure}
      confirm={texts.block.confirm}
      pending={isPending}
      disabled={isSelf}
      onConfirm={send}
    />
  );
}

/** Who it is, as the operator knows them: the phone, and the name where there is one. */
const nameOf = ({ user }: ActProps['found']): string =>
  [user.phone, user.firstName, user.lastName].filter((part) => part !== null && part !== '').join(' ');

/** The reason that is chosen at first: nobody is unblocked for a breach of the rules. */
const usualReason = (isBlocked: boolean): BlockReason => (isBlocked ? 'ownRequest' : 'conduct');

/** Blocks and unblocks, with a reason from the list, and ends sessions. */
export function AccessPanel({ found, phone, isSelf }: ActProps) {
  const { isBlocked } = found.user;
  const form = useForm({ defaultValues: { reason: usualReason(isBlocked) } });
  const reason = useWatch({ control: form.control, name: 'reason' });
  const { mutate, isPending } = useBlockUser(phone);
  const toggle = (close: () => void): void =>
    mutate(
      { phone: found.user.phone, blocked: !isBlocked, reason },
      {
        onSuccess: () => {
          form.reset({ reason: usualReason(!isBlocked) });
          toast.success(isBlocked ? texts.block.unblocked : texts.block.blocked);
        },
        onError: (error) => toast.error(messageOf(error, texts.block.failed)),
        onSettled: close,
      },
    );
  return (
    <Panel title={texts.block.title}>
      <div className="flex flex-col gap-3">
        <p className="text-xs text-muted">{texts.block.hint}</p>
        <Choice label={texts.reason} options={REASONS} disabled={isPending} {...form.register('reason')} />
        <Confirmed
          label={isBlocked ? texts.block.unblock : texts.block.block}
          question={texts.block.sure(isBlocked, nameOf(found), BLOCK_REASONS[reason])}
          confirm={isBlocked ? texts.block.unblockConfirm : texts.block.blockConfirm}
          variant={isBlocked ? 'secondary' : 'danger'}
          pending={isPending}
          disabled={isSelf}
          onConfirm={toggle}
        />
        <div className="border-t border-hairline" />
        <SignOut found={found} phone={phone} isSelf={isSelf} />
        {isSelf && <SelfNote />}
      </div>
    </Panel>
  );
}
