import { CodeForm } from '@/features/classes/code-form.tsx';
import { OwnClasses } from '@/features/classes/own-classes.tsx';
import { texts } from '@/features/classes/texts.ts';

/** /classes: one's own classes, and the way into another. */
export function ClassesPage() {
  return (
    <div className="page flex max-w-5xl flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{texts.title}</h1>
        <p className="max-w-prose text-secondary">{texts.lead}</p>
      </header>
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
        <OwnClasses />
        <CodeForm />
      </div>
    </div>
  );
}
