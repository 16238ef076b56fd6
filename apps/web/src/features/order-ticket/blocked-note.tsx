import { useSession } from '@/api/queries.ts';
import { ticketTexts } from './texts.ts';
import { Icon } from '@/ui/icons.tsx';

/** Says that nothing can be opened and why, before anybody fills in a form; nothing for everybody else. */
export function BlockedNote() {
  const { user } = useSession();
  if (user?.isBlocked !== true) return null;
  return (
    <p role="status" className="flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <Icon name="alert" className="mt-0.5" />
      {ticketTexts.blocked(user.blockReason)}
    </p>
  );
}
