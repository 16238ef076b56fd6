import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

export interface Tab<T extends string> {
  value: T;
  label: ReactNode;
  /** Shown beside the label, zero too. */
  count?: number | string;
}

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly Tab<T>[];
  /** The panel of the chosen tab. */
  children: ReactNode;
  /** At the end of the line of tabs. */
  aside?: ReactNode;
  /** The chosen one stays. */
  disabled?: boolean;
  className?: string;
  panelClassName?: string;
}

/** The next tab for an arrow key, Home or End; null for any other key. */
function tabAfter(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  children,
  aside,
  disabled,
  className,
  panelClassName,
}: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabAfter(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined || next === null) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div className="flex items-center justify-between gap-2 border-b border-hairline">
        <div
          ref={list}
          role="tablist"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          className="-mb-px flex min-w-0 overflow-x-auto [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              disabled={disabled}
              onClick={() => onChange(tab.value)}
              className={cx(
                'inline-flex h-10 items-center gap-1.5 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors duration-150 pointer-coarse:h-12',
                tab.value === value
                  ? 'border-accent text-primary'
                  : 'border-transparent text-secondary hover:text-primary',
              )}
            >
              {tab.label}
              {tab.count !== undefined && <span className="text-xs text-muted tabular">{tab.count}</span>}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={cx('min-h-0 flex-1', panelClassName)}
      >
        {children}
      </div>
    </div>
  );
}
