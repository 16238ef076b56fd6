import { useState, type SyntheticEvent } from 'react';
import { cx } from '@/lib/class-names.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { DropdownMenu, menuItemClass } from '@/ui/dropdown-menu.tsx';
import { Icon } from '@/ui/icons.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { parseSpeed, SPEEDS } from './speeds.ts';
import { texts } from './texts.ts';

const { speed: words } = texts;

interface SpeedProps {
  speed: number;
  onSpeed: (speed: number) => void;
}

function OtherSpeed({ speed, onSpeed, onClose }: SpeedProps & { onClose: () => void }) {
  const [typed, setTyped] = useState(String(speed));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const chosen = parseSpeed(typed);
    setWrong(chosen === null);
    if (chosen === null) return;
    onSpeed(chosen);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={words.otherTitle} size="sm">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={words.field}
          numeric
          inputMode="numeric"
          value={typed}
          error={isWrong ? words.wrong : null}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {words.set}
        </Button>
      </form>
    </Dialog>
  );
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
      {isOther && <OtherSpeed speed={speed} onSpeed={onSpeed} onClose={() => setOther(false)} />}
    </>
  );
}
