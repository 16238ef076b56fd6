import { useState, type ReactNode } from 'react';
import { Late } from './late.tsx';

interface FoldedProps {
  title: string;
  /** While the code of what is inside comes. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A section under its heading that is not there before it is opened: what it needs is loaded then. */
export function Folded({ title, fallback, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-4 rounded-md border border-hairline bg-page/40"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 cursor-pointer items-center px-3 py-1.5 font-medium pointer-coarse:min-h-11">
        <h2>{title}</h2>
      </summary>
      {isOpen && (
        <div className="border-t border-hairline p-3">
          <Late fallback={fallback}>{children}</Late>
        </div>
      )}
    </details>
  );
}
