import { lazy } from 'react';
import { isFree, isTyping } from '@/lib/keys.ts';
import { loadCode } from '@/lib/load-code.ts';
import { useKeydown } from '@/lib/use-keydown.ts';
import { Late } from '@/ui/late.tsx';

const ShortcutDialog = lazy(async () => ({
  default: (await loadCode(() => import('./shortcut-dialog.tsx'))).ShortcutDialog,
}));

interface ShortcutsHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of keys, opened with `?` from anywhere but a text field. */
export function ShortcutsHelp({ open, onOpenChange }: ShortcutsHelpProps) {
  useKeydown((event) => {
    // Where another layout has something else there, the place of the key counts.
    const isAsked = event.key === '?' || (event.code === 'Slash' && event.shiftKey);
    if (!isAsked || isTyping(event) || !isFree(event)) return;
    event.preventDefault();
    onOpenChange(true);
  });
  return (
    open && (
      <Late>
        <ShortcutDialog onClose={() => onOpenChange(false)} />
      </Late>
    )
  );
}
