import { lazy, useState } from 'react';
import { cx } from '@/lib/class-names.ts';
import { loadCode } from '@/lib/load-code.ts';
import { DropdownMenu, menuItemClass } from '@/ui/dropdown-menu.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Late } from '@/ui/late.tsx';
import { SPEEDS } from './speeds.ts';
import { texts } from './texts.ts';

const { speed: words } = texts;

const OtherSpeed = lazy(async () => ({ default: (await loadCode(() => import('./other-speed.tsx'))).OtherSpeed }));

interface SpeedProps {
  speed: number;
  onSpeed: (speed: number) => void;
}

/** How fast the replay goes, and what else it could. */
export function SpeedMenu({ speed, onSpeed }: SpeedProps) {
  const [isOther, setOther] = useState(false);
  return (
    <>
      <DropdownMenu
        label={words.meaning(speed)}
        trigger={
          <>
            <span className="tabular">{words.name(speed)}</span>
            <Icon name="chevronDown" className="size-3.5" />
          </>
        }
      >
        {SPEEDS.map((one) => (
          <button
            key={one}
            type="button"
            className={menuItemClass}
            aria-current={one === speed ? 'true' : undefined}
            onClick={() => onSpeed(one)}
          >
            <Icon name="check" className={cx(one === speed ? 'text-accent' : 'invisible')} />
            <span className="tabular">{words.name(one)}</span>
          </button>
        ))}
        <button type="button" className={menuItemClass} onClick={() => setOther(true)}>
          <Icon name="check" className={SPEEDS.includes(speed) ? 'invisible' : 'text-accent'} />
          {words.other}
        </button>
      </DropdownMenu>
      {isOther && (
        <Late>
          <OtherSpeed speed={speed} onSpeed={onSpeed} onClose={() => setOther(false)} />
        </Late>
      )}
    </>
  );
}
