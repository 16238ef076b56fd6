import type { Ring } from '@plecho/contract';
import { toast } from '@/ui/toast.tsx';
import { alertWords, ringWords } from './alert-words.ts';
import { notify, notifyState, readWish } from './notifications.ts';
import { texts } from './panel-texts.ts';
import { showAlerts } from './panel-state.ts';
import { bellTexts } from './texts.ts';

/** So many are said one by one. */
const MOST_SAID = 2;

/** Says rings that have just come: on the page, and by the browser when the person is not looking and has asked for it. */
export function sayRings(rings: readonly Ring[]): void {
  const action = { label: texts.look, onClick: () => showAlerts({ tab: 'rang', symbol: null }) };
  const isHidden = document.visibilityState === 'hidden' && notifyState(readWish()) === 'on';
  if (rings.length > MOST_SAID) {
    toast(texts.several(rings.length), { action });
    if (isHidden) void notify(bellTexts.title, texts.several(rings.length), `rings-${rings.at(-1)?.id ?? ''}`);
    return;
  }
  for (const ring of rings) {
    toast(ringWords(ring), { detail: ring.label, action });
    if (isHidden) void notify(ringWords(ring), `${ring.label}. ${alertWords(ring)}`, `ring-${ring.id}`);
  }
}
