import { SHORTCUTS } from './shortcuts.ts';

/** Every key and what it does. */
export function ShortcutList() {
  return (
    <div className="flex flex-col gap-4">
      {SHORTCUTS.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-2 text-xs text-muted">{title}</h3>
          <dl className="grid grid-cols-[5.5rem_1fr] items-center gap-x-4 gap-y-2">
            {keys.map(([key, meaning]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded border border-control bg-raised px-1.5 font-sans text-xs whitespace-nowrap">
                    {key}
                  </kbd>
                </dt>
                <dd className="text-secondary">{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
