import type { Side } from '@plecho/domain';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { texts } from './texts.ts';

/** The two ways into the order form, above the bottom bar and under the thumb. */
export function OrderActions({ onOpen }: { onOpen: (side: Side) => void }) {
  return (
    <div
      role="group"
      aria-label={texts.actions}
      data-actions-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+1px)] z-20 border-t border-hairline bg-page px-3 py-2"
    >
      <div className="mx-auto grid max-w-lg grid-cols-2 gap-3">
        <Button
          variant="long"
          size="lg"
          className="h-14"
          aria-label={texts.actionName.long}
          onClick={() => onOpen('long')}
        >
          <Icon name="arrowUp" />
          {texts.action.long}
        </Button>
        <Button
          variant="short"
          size="lg"
          className="h-14"
          aria-label={texts.actionName.short}
          onClick={() => onOpen('short')}
        >
          <Icon name="arrowDown" />
          {texts.action.short}
        </Button>
      </div>
    </div>
  );
}
