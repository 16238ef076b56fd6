import { Dialog } from '@/ui/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Клавиши" size="sm">
      <ShortcutList />
    </Dialog>
  );
}
