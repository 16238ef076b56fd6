import { lazy, Suspense } from 'react';
import { isFree, isTyping } from '@/lib/keys.ts';
import { loadCode } from '@/lib/load-code.ts';
import { useKeydown } from '@/lib/use-keydown.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

const ShortcutList = lazy(async () => ({
  default: (await loadCode(() => import('./shortcut-list.tsx'))).ShortcutList,
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
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Клавиши" size="sm">
      {open && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <ShortcutList />
        </Suspense>
      )}
    </Dialog>
  );
}
