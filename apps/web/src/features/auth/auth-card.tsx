import type { ReactNode } from 'react';
import { Link } from '@/ui/link.tsx';

interface AuthCardProps {
  title: string;
  /** Said above the form. */
  lead?: ReactNode;
  /** The way to the other form. */
  other: { text: string; label: string; href: string };
  children: ReactNode;
}

/** The card that both forms sit on. */
export function AuthCard({ title, lead, other, children }: AuthCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-5 px-4 py-8">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{title}</h1>
        {lead !== undefined && <p className="text-secondary">{lead}</p>}
      </header>
      {children}
      <p className="text-secondary">
        {other.text}{' '}
        <Link href={other.href} className="font-medium text-accent hover:underline">
          {other.label}
        </Link>
      </p>
    </div>
  );
}
