import { useEffect } from 'react';
import { isFree, isTyping } from '@/lib/keys.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

interface ShortcutsHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of keys, opened with `?` from anywhere but a text field. */
export function ShortcutsHelp({ open, onOpenChange }: ShortcutsHelpProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // Where another layout has something else there, the place of the key counts.
      const isAsked = event.key === '?' || (event.code === 'Slash' && event.shiftKey);
      if (!isAsked || isTyping(event) || !isFree(event)) return;
      event.preventDefault();
      onOpenChange(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onOpenChange]);
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Клавиши" size="sm">
      <ShortcutList />
    </Dialog>
  );
}
