import { useLocation } from '@tanstack/react-router';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

/** The sections of the desktop. `market` is carried on. */
export function NavLinks({ market }: { market: string | undefined }) {
  const { pathname } = useLocation();
  const sections: readonly { label: string; href: string; isHere: boolean; className?: string }[] = [
    { label: texts.trade, href: paths.dashboard(market), isHere: pathname === '/dashboard' },
    { label: texts.history, href: paths.history(market), isHere: pathname.startsWith('/history') },
    { label: texts.assets, href: paths.assets(), isHere: pathname === '/assets' },
    { label: texts.markets, href: paths.markets(market), isHere: pathname === '/markets' },
    // A narrower window has it in the menu of the account.
    { label: texts.help, href: paths.help(), isHere: pathname === '/help', className: 'max-xl:hidden' },
  ];
  return (
    <nav aria-label={texts.navigation} className="hidden items-center lg:flex">
      {sections.map(({ label, href, isHere, className }) => (
        <Link
          key={href}
          href={href}
          aria-current={isHere ? 'page' : undefined}
          className={cx(
            'inline-flex h-9 items-center rounded-md px-2.5 font-medium transition-colors duration-150 pointer-coarse:h-11',
            isHere ? 'bg-raised text-primary' : 'text-secondary hover:text-primary',
            className,
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
