import { useEffect } from 'react';
import { Dialog } from '@/ui/dialog.tsx';

const SHORTCUTS: readonly [keys: string, meaning: string][] = [
  ['/', 'Искать торговую пару'],
  ['L', 'Выбрать Long'],
  ['S', 'Выбрать Short'],
  ['Enter', 'Проверить ордер перед отправкой'],
  ['Пробел', 'Поставить свой повтор на паузу и пустить дальше'],
  ['→', 'Шаг своего повтора на паузе: до конца свечи'],
  ['Esc', 'Выйти из поля или закрыть окно'],
  ['?', 'Показать эти клавиши'],
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=radio], [type=range]), textarea, select, [contenteditable]') !== null;

interface ShortcutsHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of keys, opened with `?` from anywhere but a text field. */
export function ShortcutsHelp({ open, onOpenChange }: ShortcutsHelpProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      onOpenChange(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onOpenChange]);
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Клавиши" size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded border border-control bg-raised px-1.5 font-sans text-xs">
                {keys}
              </kbd>
            </dt>
            <dd className="text-secondary">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
