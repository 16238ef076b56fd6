import { INTERVALS, type Interval, type Side } from '@plecho/domain';
import { isFree, isTyping, isWithin } from '@/lib/keys.ts';
import { useKeydown } from '@/lib/use-keydown.ts';

interface TradeKeys {
  onSearch: () => void;
  onSide: (side: Side) => void;
  onReview: () => void;
  onInterval: (interval: Interval) => void;
}

/** What Enter already means something to. */
const CONTROLS = 'button, a, input, summary, [role=option]';
/** What the arrows already move. */
const MOVED = 'input, [role=separator], [role=slider], [role=listbox], [role=tab], [role=radio], [tabindex="0"]';

/** By the key's place, so that a Russian layout has the same keys. */
const SIDES: Readonly<Record<string, Side>> = { KeyB: 'long', KeyL: 'long', KeyS: 'short' };
const DIGIT = /^Digit([1-9])$/;

const intervalOf = (code: string): Interval | undefined => {
  const digit = DIGIT.exec(code)?.[1];
  return digit === undefined ? undefined : INTERVALS[Number(digit) - 1];
};

/**
 * The keys of the trade screen: `/` searches pairs and so do the arrows, which then walk through them; B, L and S choose a
 * side, digits an interval, Enter reviews, Esc leaves a field.
 */
export function useTradeKeys(keys: TradeKeys): void {
  useKeydown((event) => {
    if (!isFree(event)) return;
    if (event.key === 'Escape') {
      if (event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (isTyping(event)) return;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (event.key === '/' || (event.code === 'Slash' && !event.shiftKey) || (isArrow && !isWithin(event, MOVED))) {
      event.preventDefault();
      keys.onSearch();
      return;
    }
    if (event.shiftKey || event.repeat) return;
    const side = SIDES[event.code];
    const interval = intervalOf(event.code);
    if (side !== undefined) {
      keys.onSide(side);
    } else if (interval !== undefined) {
      keys.onInterval(interval);
    } else if (event.key === 'Enter' && !isWithin(event, CONTROLS)) {
      // Or the same key press would go on to the button that the review gives the focus to.
      event.preventDefault();
      keys.onReview();
    }
  });
}
