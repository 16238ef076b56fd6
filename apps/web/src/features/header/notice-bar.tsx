import { paths } from '@/app/paths.ts';
import { Link } from '@/ui/link.tsx';

/** The charter's notice (C5): on every screen, and nothing closes it. */
export function NoticeBar() {
  return (
    <aside aria-label="Предупреждение" className="notice">
      <Link href={paths.safety()} className="notice-link">
        Учебный тренажёр: деньги и монеты здесь не настоящие. Никто не вправе просить вас перевести сюда настоящие
        деньги.
      </Link>
    </aside>
  );
}
