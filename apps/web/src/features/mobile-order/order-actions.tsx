import type { Side } from '@plecho/domain';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { texts } from './texts.ts';

/** The two ways into the order form. */
export function OrderActions({ onOpen }: { onOpen: (side: Side) => void }) {
  return (
    <section
      aria-label={texts.actions}
      className="mx-auto grid w-full max-w-lg grid-cols-2 gap-3 px-3 py-1.5 lying:px-0 lying:py-0"
    >
      <Button
        variant="long"
        size="lg"
        data-tour="form"
        aria-label={texts.actionName.long}
        onClick={() => onOpen('long')}
      >
        <Icon name="arrowUp" />
        {texts.action.long}
      </Button>
      <Button variant="short" size="lg" aria-label={texts.actionName.short} onClick={() => onOpen('short')}>
        <Icon name="arrowDown" />
        {texts.action.short}
      </Button>
    </section>
  );
}
