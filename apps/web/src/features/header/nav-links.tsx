import { cx } from '@/lib/class-names.ts';
import { Link } from '@/ui/link.tsx';
import { useSections } from './sections.ts';
import { texts } from './texts.ts';

/** The sections of the desktop, where the window has room for them; {@link NavMenu} has them all. `market` is carried on. */
export function NavLinks({ market }: { market: string | undefined }) {
  const { trade, history, stats, assets, markets, learn, help } = useSections(market, false);
  return (
    <nav aria-label={texts.navigation} className="hidden items-center lg:flex">
      {[trade, history, stats, assets, markets, learn, help].map((section) => (
        <Link
          key={section.href}
          href={section.href}
          aria-current={section.isHere ? 'page' : undefined}
          className={cx(
            'inline-flex h-9 items-center rounded-md px-2.5 font-medium transition-colors duration-150 pointer-coarse:h-11',
            section.isHere ? 'bg-raised text-primary' : 'text-secondary hover:text-primary',
            // A narrower window has it in the menu of the account.
            (section === help || section === stats) && 'max-xl:hidden',
            section === learn && 'max-2xl:hidden',
          )}
        >
          {section.label}
        </Link>
      ))}
    </nav>
  );
}
