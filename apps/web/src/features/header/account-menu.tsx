import type { User } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { accountName } from '@/lib/account-name.ts';
import { DropdownMenu, menuItemClass } from '@/ui/dropdown-menu.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

interface AccountMenuProps {
  user: User;
  market: string | undefined;
  onShortcuts: () => void;
}

/** Whose account this is, and what concerns it. */
export function AccountMenu({ user, market, onShortcuts }: AccountMenuProps) {
  return (
    <DropdownMenu
      label={`${texts.accountMenu}: ${accountName(user.phone)}`}
      trigger={
        <>
          <Icon name="person" />
          <span className="hidden whitespace-nowrap tabular sm:inline">{accountName(user.phone)}</span>
          <Icon name="chevronDown" className="size-3.5 max-[26rem]:hidden" />
        </>
      }
    >
      <div className="hidden lg:max-xl:block">
        <Link href={paths.stats(market)} className={menuItemClass}>
          <Icon name="sliders" />
          {texts.stats}
        </Link>
        <Link href={paths.help()} className={menuItemClass}>
          <Icon name="info" />
          {texts.help}
        </Link>
        <div className="my-1 border-t border-hairline" />
      </div>
      <div className="hidden lg:max-2xl:block">
        <Link href={paths.learn(market)} className={menuItemClass}>
          <Icon name="note" />
          {texts.learn}
        </Link>
      </div>
      <div className="hidden lg:block">
        <Link href={paths.watch(market)} className={menuItemClass}>
          <Icon name="eye" />
          {texts.watch}
        </Link>
        <Link href={paths.classes(market)} className={menuItemClass}>
          <Icon name="grid" />
          {texts.classes}
        </Link>
      </div>
      <Link href={paths.account(market)} className={menuItemClass}>
        <Icon name="person" />
        {texts.account}
      </Link>
      <Link href={paths.log()} className={menuItemClass}>
        <Icon name="info" />
        {texts.log}
      </Link>
      <Link href={paths.network()} className={menuItemClass}>
        <Icon name="search" />
        {texts.network}
      </Link>
      {user.isOperator && (
        <Link href={paths.admin()} className={menuItemClass}>
          <Icon name="person" />
          {texts.operator}
        </Link>
      )}
      <Link href={paths.safety()} className={menuItemClass}>
        <Icon name="shield" />
        {texts.safety}
      </Link>
      <button type="button" className={menuItemClass} onClick={onShortcuts}>
        <Icon name="keyboard" />
        {texts.shortcuts}
      </button>
    </DropdownMenu>
  );
}
