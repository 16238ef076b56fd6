import { Icon } from '@/ui/icons.tsx';
import { WATCH_COLUMNS, type WatchColumn } from './columns.ts';
import { watchTexts as texts } from './texts.ts';

interface ColumnPickerProps {
  columns: readonly WatchColumn[];
  onChange: (columns: WatchColumn[]) => void;
}

/** Which columns the table has, folded away. */
export function ColumnPicker({ columns, onChange }: ColumnPickerProps) {
  return (
    <details className="group rounded-md open:w-full open:border open:border-hairline open:bg-panel open:px-3 open:pb-2">
      <summary className="flex h-7 w-fit cursor-pointer items-center gap-1 px-2.5 text-xs text-secondary group-open:px-0 hover:text-primary pointer-coarse:h-11">
        {texts.columns}
        <Icon name="chevronDown" className="size-3.5 group-open:rotate-180" />
      </summary>
      <div className="flex flex-wrap gap-x-4">
        {WATCH_COLUMNS.map((column) => (
          <label key={column} className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={columns.includes(column)}
              onChange={({ target }) =>
                onChange(WATCH_COLUMNS.filter((each) => (each === column ? target.checked : columns.includes(each))))
              }
            />
            {texts.columnName[column]}
          </label>
        ))}
      </div>
    </details>
  );
}
