import { WATCHLISTS, type Favourites } from '@/lib/watchlists.ts';
import { DropdownMenu, menuItemClass } from './dropdown-menu.tsx';
import { Icon } from './icons.tsx';

/** Which of the lists the stars belong to. */
export function WatchlistPicker({ favourites }: { favourites: Favourites }) {
  return (
    <DropdownMenu
      className="text-xs whitespace-nowrap"
      label={`Список ${favourites.list}. Сменить список избранного`}
      trigger={
        <>
          Список {favourites.list}
          <Icon name="chevronDown" className="size-3.5" />
        </>
      }
    >
      {WATCHLISTS.map((list) => (
        <button
          key={list}
          type="button"
          aria-current={list === favourites.list ? 'true' : undefined}
          className={menuItemClass}
          onClick={() => favourites.choose(list)}
        >
          <Icon name="check" className={list === favourites.list ? 'text-accent' : 'invisible'} />
          Список {list}
        </button>
      ))}
    </DropdownMenu>
  );
}
