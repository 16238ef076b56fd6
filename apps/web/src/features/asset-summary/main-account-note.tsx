import { useLocation } from '@tanstack/react-router';
import { useMarket, useMarkets } from '@/api/queries.ts';
import { homePath } from '@/app/paths.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { Link } from '@/ui/link.tsx';

/** Says that practice money is the main account's to whoever came from another market, and leads back there. */
export function MainAccountNote() {
  const main = useMarket();
  const { data: markets } = useMarkets();
  const { searchStr } = useLocation();
  const asked = new URLSearchParams(searchStr).get('from');
  const left = markets?.find(({ id }) => id === asked);
  if (left === undefined || left.main) return null;
  return (
    <div
      role="note"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p className="text-warn">
        Пополнения и выводы относятся к основному счёту ({main.label}). Счёт рынка «{left.label}» отдельный и от них не
        изменится.
      </p>
      <Link
        href={homePath(isMobileDevice(), left.id)}
        className="font-semibold text-accent underline underline-offset-3"
      >
        Вернуться на рынок
      </Link>
    </div>
  );
}
