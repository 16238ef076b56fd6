import { lazy, useState } from 'react';
import { useNote } from '@/api/notes.ts';
import { loadCode } from '@/lib/load-code.ts';
import { Badge, Skeleton } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { notesTexts as texts } from './texts.ts';

const NoteForm = lazy(async () => ({ default: (await loadCode(() => import('./note-form.tsx'))).NoteForm }));

interface TradeNoteProps {
  trade: { id: string; market: string };
}

/** One's own note about a trade, folded away; its tags are in sight. */
export function TradeNote({ trade }: TradeNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: note, isError, refetch } = useNote(trade);
  return (
    <details
      className="mt-4 rounded-md border border-hairline bg-page/40"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-2 px-3 py-1.5 font-medium pointer-coarse:min-h-11">
        <span>{texts.title}</span>
        {note?.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {!isOpen && note?.text !== undefined && (
          <span className="min-w-0 flex-1 truncate text-xs font-normal text-muted">{note.text}</span>
        )}
      </summary>
      {isOpen && (
        <div className="border-t border-hairline p-3">
          {note === undefined ? (
            <p role="status" className="text-xs text-muted">
              {isError ? texts.loadFailed : texts.loading}{' '}
              {isError && (
                <button type="button" className="text-accent hover:underline" onClick={() => void refetch()}>
                  Повторить
                </button>
              )}
            </p>
          ) : (
            <Late fallback={<Skeleton className="h-40" />}>
              <NoteForm trade={trade} note={note} />
            </Late>
          )}
        </div>
      )}
    </details>
  );
}
