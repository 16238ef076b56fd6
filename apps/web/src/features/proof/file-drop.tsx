import { useId, useState, type DragEvent } from 'react';
import { cx } from '@/lib/class-names.ts';
import { Icon } from '@/ui/icons.tsx';
import { pageTexts as texts } from './page-texts.ts';

/** A place for a file: dropped with a mouse, or chosen with a keyboard or a finger. It stays on this device. */
export function FileDrop({ again, onFile }: { again: boolean; onFile: (file: File) => void }) {
  const words = again ? texts.drop.again : texts.drop.choose;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-7 text-center transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent bg-accent-soft' : 'border-control bg-panel hover:bg-raised/60',
      )}
    >
      <Icon name="shield" className="size-6 text-accent" />
      <span className="font-semibold text-primary">{words}</span>
      <span className="max-w-prose text-xs text-secondary">{texts.drop.hint}</span>
      <input
        id={id}
        type="file"
        accept=".json"
        className="sr-only"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
