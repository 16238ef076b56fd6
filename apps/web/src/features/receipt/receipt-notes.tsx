import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useSession } from '@/api/queries.ts';
import { usePersistentState } from '@/lib/storage.ts';
import { IconButton } from '@/ui/button.tsx';
import { receiptTexts as texts } from './texts.ts';

interface Explained {
  /** The first trade whose receipt was read here; null before it. */
  trade: string | null;
  /** They were folded there. */
  isFolded: boolean;
}

const NOTHING: Explained = { trade: null, isFolded: false };

function isExplained(value: unknown): value is Explained {
  if (typeof value !== 'object' || value === null) return false;
  const { trade, isFolded } = value as Partial<Explained>;
  return (trade === null || typeof trade === 'string') && typeof isFolded === 'boolean';
}

/**
 * Whether the notes beside the parts of a receipt are open: of the first one that this browser shows to somebody, until
 * they are folded; of any other when they are asked for.
 */
export function useReceiptNotes(tradeId: string): [isOpen: boolean, toggle: () => void] {
  const { user } = useSession();
  const [kept, keep] = usePersistentState(`receipt-notes:${user?.id ?? ''}`, NOTHING, isExplained);
  const [asked, setAsked] = useState<boolean | null>(null);
  const onShown = useEffectEvent(() => {
    if (kept.trade === null && user !== null) keep({ trade: tradeId, isFolded: false });
  });
  useEffect(() => onShown(), [tradeId]);
  const isFirst = (kept.trade ?? tradeId) === tradeId;
  const isOpen = asked ?? (isFirst && !kept.isFolded);
  const toggle = (): void => {
    setAsked(!isOpen);
    if (isFirst) keep({ trade: tradeId, isFolded: isOpen });
  };
  return [isOpen, toggle];
}

/** Opens and folds the notes. */
export function NotesButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <IconButton size="sm" label={isOpen ? texts.foldNotes : texts.openNotes} aria-expanded={isOpen} onClick={onToggle}>
      <span aria-hidden="true" className="font-semibold">
        ?
      </span>
    </IconButton>
  );
}

/** What a part of a receipt means, beside it. */
export function Note({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (!isOpen) return null;
  return (
    <p role="note" className="border-l-2 border-accent pl-2.5 text-sm text-pretty text-secondary">
      {children}
    </p>
  );
}
