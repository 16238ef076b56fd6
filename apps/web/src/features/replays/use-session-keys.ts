import { isFree, isWithin } from '@/lib/keys.ts';
import { useKeydown } from '@/lib/use-keydown.ts';

/** What the arrow keys already mean something to. */
const FIELDS = 'input, textarea, select, [contenteditable], [role=separator], [role=slider]';
/** And the space bar. */
const CONTROLS = `${FIELDS}, button, a, summary, [role=option]`;

interface SessionKeys {
  onToggle: () => void;
  onStep: () => void;
}

/** The keys of a personal replay: space pauses and resumes, the right arrow steps by a candle. */
export function useSessionKeys(keys: SessionKeys): void {
  useKeydown((event) => {
    if (!isFree(event) || event.shiftKey) return;
    if (event.key === ' ' && !event.repeat && !isWithin(event, CONTROLS)) {
      // Or the page would scroll.
      event.preventDefault();
      keys.onToggle();
    } else if (event.key === 'ArrowRight' && !isWithin(event, FIELDS)) {
      event.preventDefault();
      keys.onStep();
    }
  });
}
