import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ERRORS, type Note } from '@plecho/contract';
import { MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '@plecho/domain';
import { useKeepNote, useNote, useTags, useUnsavedNote } from '@/api/notes.ts';
import { ApiError } from '@/api/client.ts';
import { cx } from '@/lib/class-names.ts';
import { useRowFocus } from '@/lib/use-row-focus.ts';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { Button, Icon } from '@/ui/index.ts';
import { draftOf, saysTheSame, withTag, type NoteDraft } from './note-draft.ts';
import { notesTexts as texts } from './texts.ts';

const FIELD =
  'rounded-md border border-control bg-page px-3 text-base text-primary placeholder:text-muted hover:border-muted sm:text-sm';

/** A tag that is being typed. */
interface TypedTag {
  text: string;
  /** The server would not keep it. */
  isWrong: boolean;
  type(text: string): void;
  /** The draft with it, if there is one; null when it can't be one. */
  addTo(draft: NoteDraft): NoteDraft | null;
}

function useTypedTag(): TypedTag {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  return {
    text,
    isWrong,
    type: (typed) => {
      setText(typed);
      setWrong(false);
    },
    addTo: (draft) => {
      const next = withTag(draft, text);
      setWrong(next === null);
      if (next !== null) setText('');
      return next;
    },
  };
}

interface TagFieldProps {
  draft: NoteDraft;
  typed: TypedTag;
  onChange: (draft: NoteDraft) => void;
}

/** The tags of a note: those of one's own list are offered, others are typed. */
function TagField({ draft, typed, onChange }: TagFieldProps) {
  const id = useId();
  const { isWrong } = typed;
  const { data: known = [] } = useTags();
  const field = useRef<HTMLInputElement>(null);
  const place = useRowFocus<HTMLDivElement>(draft.tags.length);
  const add = (): void => {
    const next = typed.addTo(draft);
    if (next === null) return;
    onChange(next);
    // The button waits for the next one to be typed.
    field.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <label htmlFor={id} className="text-xs text-secondary">
        {texts.tags}
      </label>
      {draft.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {draft.tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded bg-raised pl-2 text-xs">
              {tag}
              <button
                type="button"
                aria-label={texts.removeTag(tag)}
                className="grid size-7 place-items-center text-muted hover:text-primary pointer-coarse:size-11"
                onClick={() => onChange({ ...draft, tags: draft.tags.filter((other) => other !== tag) })}
              >
                <Icon name="close" className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          list={`${id}-known`}
          value={typed.text}
          maxLength={MAX_TAG_LENGTH}
          placeholder={texts.newTag}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          aria-invalid={isWrong || undefined}
          readOnly={draft.tags.length >= MAX_TAGS}
          className={`${FIELD} h-9 min-w-0 flex-1 pointer-coarse:h-11`}
          onChange={(event) => typed.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={`${id}-known`}>
          {known.map(({ number, tag }) => (
            <option key={number} value={tag} />
          ))}
        </datalist>
        <Button variant="secondary" disabled={typed.text.trim() === ''} onClick={add}>
          {texts.addTag}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        role={isWrong ? 'alert' : undefined}
        className={cx('text-xs', isWrong ? 'text-down' : 'text-muted')}
      >
        {isWrong ? ERRORS.invalid_tag.text : texts.tagHint}
      </p>
    </div>
  );
}

/** What another window has kept meanwhile, and which of the two shall stay. */
function OtherWindow({ note, onTake, onKeep }: { note: Note | null; onTake: () => void; onKeep: () => void }) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md bg-warn-soft p-3 text-sm">
      <p className="text-warn">{texts.changed}</p>
      <p className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
        {note === null || note.text === '' ? texts.emptied : note.text}
      </p>
      {note !== null && note.tags.length > 0 && (
        <p className="text-xs text-muted">
          {texts.tags}: {note.tags.join(', ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onTake}>
          {texts.takeTheirs}
        </Button>
        <Button size="sm" variant="secondary" onClick={onKeep}>
          {texts.keepMine}
        </Button>
      </div>
    </div>
  );
}

interface NoteFormProps {
  trade: { id: string; market: string };
  /** As it was kept when the form was opened; null for none. */
  note: Note | null;
}

/** Text and tags of a note. «Сохранено» is said when the server has them. */
export function NoteForm({ trade, note }: NoteFormProps) {
  const id = useId();
  const unsaved = useUnsavedNote(trade);
  const [draft, setDraft] = useState(() => unsaved.read() ?? draftOf(note));
  const [kept, setKept] = useState(() => draftOf(note));
  const [other, setOther] = useState<{ note: Note | null } | null>(null);
  const place = useStepFocus<HTMLDivElement>(other === null ? 'own' : 'other');
  const { refetch } = useNote(trade);
  const keeping = useKeepNote(trade);
  const tag = useTypedTag();
  const isSaved = saysTheSame(draft, kept) && tag.text.trim() === '';
  const remember = useEffectEvent(() => unsaved.put(isSaved ? null : draft));
  useEffect(() => remember(), [draft, isSaved]);

  const save = async (change: NoteDraft): Promise<void> => {
    try {
      const now = draftOf(await keeping.mutateAsync(change));
      setKept(now);
      // What was written while it was sent stays.
      setDraft((written) => (saysTheSame(written, change) ? now : { ...written, version: now.version }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'note_changed') return;
      const { data, isSuccess } = await refetch();
      if (isSuccess) setOther({ note: data });
    }
  };
  const resolve = (theirs: Note | null, take: boolean): void => {
    const now = draftOf(theirs);
    setOther(null);
    setKept(now);
    setDraft(take ? now : { ...draft, version: now.version });
    keeping.reset();
    if (!take) void save({ ...draft, version: now.version });
  };
  const failure = keeping.error !== null && other === null ? keeping.error.message : null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSaved || keeping.isPending || other !== null) return;
        const whole = tag.addTo(draft);
        if (whole === null) return;
        setDraft(whole);
        void save(whole);
      }}
    >
      <p id={`${id}-private`} className="text-xs text-muted">
        {texts.private}
      </p>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-text`} className="text-xs text-secondary">
          {texts.text}
        </label>
        <textarea
          id={`${id}-text`}
          rows={4}
          value={draft.text}
          maxLength={MAX_NOTE_LENGTH}
          aria-describedby={`${id}-private`}
          className={`${FIELD} resize-y py-2`}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        />
        {draft.text.length > MAX_NOTE_LENGTH - 200 && (
          <p className="text-xs text-muted tabular">{texts.left(MAX_NOTE_LENGTH - draft.text.length)}</p>
        )}
      </div>
      <TagField draft={draft} typed={tag} onChange={setDraft} />
      <div ref={place} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {other !== null && (
          <OtherWindow
            note={other.note}
            onTake={() => resolve(other.note, true)}
            onKeep={() => resolve(other.note, false)}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" aria-disabled={isSaved || keeping.isPending || other !== null}>
            {keeping.isPending ? texts.saving : texts.save}
          </Button>
          <p role="status" className="text-xs text-muted">
            {isSaved ? kept.version > 0 && texts.saved : !keeping.isPending && texts.unsaved}
          </p>
        </div>
        {failure !== null && (
          <p role="alert" className="text-xs text-down">
            {failure}
          </p>
        )}
      </div>
    </form>
  );
}
