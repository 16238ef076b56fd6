import { paths } from '@/app/paths.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { Link } from './link.tsx';

/** Back to the bank's page of a top-up that waits there. */
export function BankLink({ id, className }: { id: string; className: string }) {
  const href = isMobileDevice() ? paths.mobileDeposit({ payment: id }) : paths.deposit({ payment: id });
  return (
    <Link href={href} className={className}>
      Вернуться на страницу банка
    </Link>
  );
}
