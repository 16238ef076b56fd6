import { ShortcutList } from '@/features/shortcuts/shortcut-list.tsx';
import { Chapter } from '@/ui/prose.tsx';

/** The keys, for those who trade without a pointer. */
export const Keys = () => (
  <Chapter id="keys" title="Клавиши">
    <p>
      Клавиши стоят на своих местах при любой раскладке и молчат, пока вы печатаете. Тот же список открывается клавишей
      ?.
    </p>
    <ShortcutList />
  </Chapter>
);
