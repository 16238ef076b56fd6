import { useEffect, useEffectEvent } from 'react';
import type { Side } from '@plecho/domain';

interface TradeKeys {
  onSearch: () => void;
  onSide: (side: Side) => void;
  onReview: () => void;
}

const FIELDS = 'input:not([type=radio], [type=range]), textarea, select, [contenteditable]';
/** What Enter already means something to. */
const CONTROLS = `${FIELDS}, button, a, input, summary, [role=option]`;

const SIDES: Readonly<Record<string, Side>> = { KeyL: 'long', KeyS: 'short' };

/** The keys of the trade screen: `/` searches, L and S choose a side, Enter reviews, Esc leaves a field. */
export function useTradeKeys(keys: TradeKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
    if (event.key === 'Escape') {
      target?.blur();
      return;
    }
    if (target?.closest(FIELDS) != null) return;
    // By the key's place, so that a Russian layout has the same keys.
    const side = SIDES[event.code];
    if (event.key === '/' || event.code === 'Slash') {
      event.preventDefault();
      keys.onSearch();
    } else if (side !== undefined) {
      keys.onSide(side);
    } else if (event.key === 'Enter' && !event.repeat && target?.closest(CONTROLS) == null) {
      // Or the same key press would go on to the button that the review gives the focus to.
      event.preventDefault();
      keys.onReview();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
