import { useId, useState } from 'react';
import { askForNotifications, keepWish, notifyState, readWish } from './notifications.ts';
import { notifyTexts as texts } from './panel-texts.ts';

/** Whether the browser may say rings; where it can't, why not. */
export function NotifySetting() {
  const id = useId();
  const [state, setState] = useState(() => notifyState(readWish()));
  const change = async (wanted: boolean): Promise<void> => {
    keepWish(wanted);
    setState(wanted ? await askForNotifications() : notifyState(false));
  };
  const canAsk = state === 'on' || state === 'off';
  return (
    <div className="flex flex-col gap-1 border-t border-hairline pt-3">
      {canAsk && (
        <label className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={state === 'on'}
            aria-describedby={id}
            onChange={(event) => void change(event.target.checked)}
            className="size-4 accent-[var(--color-accent)]"
          />
          {texts.label}
        </label>
      )}
      <p id={id} className="text-xs text-muted" role="status">
        {texts[state]}
      </p>
    </div>
  );
}
