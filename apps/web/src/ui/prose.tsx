import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

/** A page that is read: a narrow column of calm text. */
export function Article({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <article className="mx-auto flex w-full max-w-2xl flex-col gap-10 px-4 py-8 text-base text-secondary sm:py-12">
      <header className="flex flex-col gap-3">
        <h1 className="page-title text-balance text-primary">{title}</h1>
        <p className="text-pretty">{lead}</p>
      </header>
      {children}
    </article>
  );
}

/** A chapter that links can point at. */
export function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-3 text-pretty">
      <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight text-primary">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function List({ ordered = false, children }: { ordered?: boolean; children: ReactNode }) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={cx('flex flex-col gap-2 pl-5 marker:text-muted', ordered ? 'list-decimal' : 'list-disc')}>
      {children}
    </Tag>
  );
}

/** A formula, or an example of it with figures. */
export function Formula({ children }: { children: ReactNode }) {
  return <p className="rounded-md border border-hairline bg-panel px-4 py-3 text-primary tabular">{children}</p>;
}

/** A link that leaves the application. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-accent underline underline-offset-3">
      {children}
    </a>
  );
}
