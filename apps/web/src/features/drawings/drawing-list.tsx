import { useSyncExternalStore, type KeyboardEvent } from 'react';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { Button, SegmentedControl } from '@/ui/index.ts';
import { useDesk, type DrawingDesk } from './desk.ts';
import { DrawingActions, type TicketDoor } from './drawing-actions.tsx';
import type { DrawingBook } from './drawing-book.ts';
import { ANCHORS, isPosition, type Drawing, type Part } from './drawing.ts';
import type { Funds } from './figures.ts';
import { movedByKey } from './key-moves.ts';
import { measureWords, planWords } from './shape.ts';
import { drawingTexts as texts } from './texts.ts';
import { ToolIcon } from './tool-icon.tsx';

/** What a drawing is called: by its kind, with a number when the pair has several of it. */
function nameOf(drawing: Drawing, items: readonly Drawing[]): string {
  const alike = items.filter(({ kind }) => kind === drawing.kind);
  return texts.nameOf(drawing.kind, alike.length > 1 ? alike.indexOf(drawing) + 1 : null);
}

/** Where it is, in figures: for who can't see it, and for who wants to know exactly. */
function figuresOf(drawing: Drawing, surface: ChartSurface, funds: Funds | null): string {
  const { priceDecimals, time, step } = surface;
  const anchors = drawing.anchors.map(
    (anchor) => `${formatPrice(anchor.price, priceDecimals)} (${time.short(anchor.time)})`,
  );
  if (drawing.kind === 'horizontal') return formatPrice(drawing.anchors[0]?.price, priceDecimals);
  if (isPosition(drawing.kind)) {
    const [entry] = drawing.anchors;
    return [formatPrice(entry?.price, priceDecimals), ...(planWords(drawing, { priceDecimals, funds }) ?? [])].join(
      '; ',
    );
  }
  const measured = drawing.kind === 'measure' ? measureWords(drawing, { step, priceDecimals }) : null;
  return [anchors.join(' – '), ...(measured ?? [])].join('; ');
}

const partsOf = ({ kind }: Drawing): Part[] =>
  ANCHORS[kind] === 1 ? ['whole'] : ['whole', ...Array.from({ length: ANCHORS[kind] }, (_, index) => index)];

interface RowProps {
  drawing: Drawing;
  name: string;
  desk: DrawingDesk;
  book: DrawingBook;
  surface: ChartSurface;
  funds: Funds | null;
  ticket: TicketDoor;
}

function Row({ drawing, name, desk, book, surface, funds, ticket }: RowProps) {
  const { chosen } = useDesk(desk);
  const part = chosen?.book === book && chosen.id === drawing.id ? chosen.part : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      book.remove([drawing.id]);
      desk.set({ chosen: null, said: texts.removed(name) });
      return;
    }
    const moved = movedByKey(drawing, part ?? 'whole', event, surface);
    if (moved === null) return;
    event.preventDefault();
    // The arrows mean other things to the page.
    event.stopPropagation();
    book.replace(moved);
    desk.choose(book, drawing.id, part ?? 'whole');
  };
  return (
    <li className={cx('rounded', part === null ? '' : 'bg-page')}>
      <button
        type="button"
        aria-pressed={part !== null}
        className="flex min-h-9 w-full items-center gap-2 rounded px-2 py-1 text-left hover:bg-hairline/60 pointer-coarse:min-h-11"
        onClick={() => desk.choose(book, part === null ? drawing.id : null)}
        onKeyDown={onKeyDown}
      >
        <span className="text-accent">
          <ToolIcon shape={drawing.kind} />
        </span>
        <span className="min-w-0">
          <span className="block text-primary">
            {name}
            {drawing.locked ? `, ${texts.lockedMark}` : ''}
          </span>
          <span className="block text-[11px] text-muted tabular">{figuresOf(drawing, surface, funds)}</span>
        </span>
      </button>
      {part === null ? null : (
        <div className="flex flex-col gap-1 px-2 pb-2">
          {partsOf(drawing).length === 1 ? null : (
            <SegmentedControl
              label={texts.part}
              value={String(part)}
              onChange={(value) => desk.choose(book, drawing.id, value === 'whole' ? 'whole' : Number(value))}
              options={partsOf(drawing).map((option) => ({
                value: String(option),
                label: texts.partName(drawing.kind, option),
              }))}
            />
          )}
          <DrawingActions desk={desk} book={book} drawing={drawing} funds={funds} ticket={ticket} />
        </div>
      )}
    </li>
  );
}

interface DrawingListProps {
  desk: DrawingDesk;
  funds: Funds | null;
  ticket: TicketDoor;
}

/** Every drawing of the chart last touched, in words: chosen, moved and deleted without pointing at it. */
export function DrawingList({ desk, funds, ticket }: DrawingListProps) {
  const { at } = useDesk(desk);
  return at === null ? null : <BookList key={at.book.place.symbol} {...at} desk={desk} funds={funds} ticket={ticket} />;
}

function BookList({ book, surface, ...rest }: DrawingListProps & { book: DrawingBook; surface: ChartSurface }) {
  const items = useSyncExternalStore(book.listen, book.items);
  if (items.length === 0) return <p className="p-2 text-xs text-muted">{texts.empty}</p>;
  const removeAll = (): void => {
    book.remove(items.map(({ id }) => id));
    rest.desk.set({ chosen: null, said: texts.removed(texts.listName) });
  };
  return (
    <>
      <ul aria-label={texts.listName} className="flex flex-col gap-0.5 text-xs">
        {items.map((drawing) => (
          <Row
            key={drawing.id}
            drawing={drawing}
            name={nameOf(drawing, items)}
            book={book}
            surface={surface}
            {...rest}
          />
        ))}
      </ul>
      <p className="p-2 text-[11px] text-muted pointer-coarse:hidden">{texts.keys}</p>
      <Button size="sm" variant="ghost" onClick={removeAll}>
        {texts.removeAll}
      </Button>
    </>
  );
}
