import type { PositionState } from '@plecho/contract';
import { DropdownMenu, menuItemClass } from '@/ui/dropdown-menu.tsx';
import { Icon } from '@/ui/index.ts';
import { deskTexts as texts } from './desk-texts.ts';
import type { PositionActions } from './use-position-actions.tsx';

const ITEMS = ['add', 'reverse', 'reduce'] as const;

/** What else can be done to a position: each opens a dialog. */
export function PositionMenu({ position, actions }: { position: PositionState; actions: PositionActions }) {
  return (
    <DropdownMenu
      label={texts.menu(position.symbol)}
      trigger={<Icon name="more" />}
      className="h-7 justify-center pointer-coarse:min-w-11"
    >
      {ITEMS.map((item) => (
        <button key={item} type="button" className={menuItemClass} onClick={() => actions.ask(item, position.id)}>
          {texts[item]}
        </button>
      ))}
    </DropdownMenu>
  );
}
