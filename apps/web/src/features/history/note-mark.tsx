import type { Note } from '@plecho/contract';
import { Badge, Icon } from '@/ui/index.ts';
import { historyTexts as texts } from './texts.ts';

/** Whether a trade has one's own note, and its tags; what is in it is in the trade's receipt. */
export function NoteMark({ note }: { note: Note | null | undefined }) {
  if (note === null || note === undefined || (note.text === '' && note.tags.length === 0)) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-1 align-middle">
      {note.text !== '' && (
        <span title={texts.noted}>
          <Icon name="note" className="size-3.5 text-muted" />
          <span className="sr-only">{texts.noted}</span>
        </span>
      )}
      {note.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  );
}
