import { useLocation } from '@tanstack/react-router';
import { useMarketParam, useSession } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { Link } from '@/ui/link.tsx';

/** Tells a guest that the account does not last, and where it is kept for good. */
export function GuestBar() {
  const { user } = useSession();
  const market = useMarketParam();
  const { pathname } = useLocation();
  // The form itself says the same.
  if (user === null || user.phone !== null || pathname === '/account') return null;
  return (
    <aside
      aria-label="Счёт гостя"
      className="guest-bar flex shrink-0 items-center justify-center gap-x-3 border-b border-hairline bg-panel px-3 py-1 text-xs text-secondary"
    >
      <span className="min-w-0 truncate">
        Вы гость<span className="max-sm:hidden">: счёт хранится 7 дней после последнего захода</span>
      </span>
      <Link
        href={paths.account(market)}
        className="inline-flex shrink-0 items-center font-medium text-accent hover:underline pointer-coarse:min-h-8"
      >
        Сохранить счёт
      </Link>
    </aside>
  );
}
