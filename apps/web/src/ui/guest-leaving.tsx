import { paths } from '@/app/paths.ts';
import { Button, buttonClass } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Link } from './link.tsx';

interface GuestLeavingProps {
  open: boolean;
  onClose: () => void;
  onLeave: () => void;
  pending: boolean;
}

/** Asks a guest before the session ends: nobody could find the account again. */
export function GuestLeaving({ open, onClose, onLeave, pending }: GuestLeavingProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Выйти из счёта гостя?"
      size="sm"
      footer={
        <>
          <Link href={paths.account()} className={buttonClass('primary')} onClick={onClose}>
            Сохранить счёт
          </Link>
          <Button variant="danger" pending={pending} onClick={onLeave}>
            Выйти
          </Button>
        </>
      }
    >
      <p className="text-secondary">
        У гостя нет ни телефона, ни пароля: после выхода этот счёт не найти — ни вам, ни кому-то ещё. Чтобы вернуться к
        нему, сначала сохраните его.
      </p>
    </Dialog>
  );
}
