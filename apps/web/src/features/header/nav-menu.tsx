import { cx } from '@/lib/class-names.ts';
import { DropdownMenu, menuItemClass } from '@/ui/dropdown-menu.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { useSections, type Section, type SectionName } from './sections.ts';
import { texts } from './texts.ts';

const GROUPS: readonly (readonly SectionName[])[] = [
  ['trade', 'watch', 'history', 'stats', 'assets', 'markets', 'learn', 'classes'],
  ['deposit', 'withdraw'],
  ['account', 'log', 'network'],
  ['help', 'safety'],
];

const Item = ({ section: { href, isHere, label } }: { section: Section }) => (
  <Link
    href={href}
    aria-current={isHere ? 'page' : undefined}
    className={cx(menuItemClass, isHere && 'bg-hairline/60 text-primary')}
  >
    {label}
  </Link>
);

interface NavMenuProps {
  market: string | undefined;
  onPhone?: boolean;
  className?: string;
}

/** Every place of the product behind one button, where the header has no room for them side by side. */
export function NavMenu({ market, onPhone = false, className }: NavMenuProps) {
  const sections = useSections(market, onPhone);
  return (
    <DropdownMenu
      className={cx('pointer-coarse:min-w-11 pointer-coarse:justify-center', className)}
      trigger={
        <>
          <Icon name="menu" className="size-5" />
          <span className="max-[52rem]:sr-only">{texts.menu}</span>
        </>
      }
    >
      <nav aria-label={texts.navigation} className="grid grid-cols-2 gap-x-1">
        {GROUPS.map((group) => (
          <div key={group[0]} className="contents">
            {group.map((name) => (
              <Item key={name} section={sections[name]} />
            ))}
            <hr className="col-span-2 my-1 border-hairline last:hidden" />
          </div>
        ))}
      </nav>
    </DropdownMenu>
  );
}
