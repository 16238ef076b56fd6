import { paths } from '@/app/paths.ts';
import { useSession } from '@/api/queries.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

/** The header of screens that anybody may see. */
export function PublicHeader() {
  const { status } = useSession();
  return (
    <header className="top-bar">
      <Link href={paths.start()} className="brand">
        <span className={status === 'signedIn' ? 'max-[26rem]:sr-only' : undefined}>Плечо</span>
      </Link>
      <nav aria-label={texts.navigation} className="ml-auto flex items-center gap-1">
        <Link href={paths.safety()} className={buttonClass('ghost', 'sm')}>
          {texts.safety}
        </Link>
        <Link href={paths.help()} className={buttonClass('ghost', 'sm')}>
          {texts.help}
        </Link>
        {status === 'signedIn' && (
          <Link href={paths.start()} className={buttonClass('secondary', 'sm')}>
            {texts.toTrade}
          </Link>
        )}
      </nav>
    </header>
  );
}
