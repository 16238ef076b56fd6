import { useLocation } from '@tanstack/react-router';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { cx } from '@/lib/class-names.ts';
import { Link } from '@/ui/link.tsx';
import { BarIcon, type BarIconName } from './bar-icons.tsx';
import { texts } from './bar-texts.ts';

interface Section {
  name: BarIconName;
  href: string;
  /** Beginnings of the paths that belong to it. */
  owns: readonly string[];
}

/** The section that a path belongs to; undefined for a screen outside of all four. */
export function sectionOf(pathname: string, sections: readonly Section[]): Section | undefined {
  return sections.find(({ owns }) => owns.some((path) => pathname === path || pathname.startsWith(`${path}/`)));
}

/** The four places of the product on a phone: under the thumb, at the side of a phone that lies. */
export function BottomBar() {
  const market = useMarketParam();
  const { pathname } = useLocation();
  const sections: readonly Section[] = [
    { name: 'home', href: paths.mobileHome(market), owns: ['/mobile/home'] },
    { name: 'trade', href: paths.mobileTrade(undefined, market), owns: ['/mobile/trade'] },
    { name: 'assets', href: paths.mobileAssets(market), owns: ['/mobile/assets', '/account'] },
    { name: 'history', href: paths.history(market), owns: ['/history'] },
  ];
  const current = sectionOf(pathname, sections);
  return (
    <nav aria-label={texts.navigation} className="places">
      <ul>
        {sections.map((section) => (
          <li key={section.name} className="flex-1 lying:flex-none">
            <Link
              href={section.href}
              aria-current={section === current ? 'page' : undefined}
              className={cx(
                'relative flex h-14 flex-col items-center justify-center gap-0.5 text-xs -outline-offset-2',
                section === current
                  ? 'font-medium text-primary before:absolute before:inset-x-6 before:top-0 before:h-0.5 before:rounded-b before:bg-accent lying:before:inset-x-auto lying:before:inset-y-2 lying:before:left-0 lying:before:h-auto lying:before:w-0.5'
                  : 'text-secondary',
              )}
            >
              <BarIcon name={section.name} />
              {texts[section.name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
