import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { cx } from '@/lib/class-names.ts';
import { useKeydown } from '@/lib/use-keydown.ts';
import { Icon, IconButton } from '@/ui/index.ts';
import { useDesk, type DrawingDesk } from './desk.ts';
import { DrawingActions, type TicketDoor } from './drawing-actions.tsx';
import { bookOf, type DrawingBook } from './drawing-book.ts';
import { DrawingHand } from './drawing-hand.ts';
import { placedAnchors, type DrawingKind } from './drawing.ts';
import { drawingTexts as texts } from './texts.ts';
import { ToolIcon } from './tool-icon.tsx';
import { useFunds } from './use-funds.ts';

const STRIP =
  'absolute top-7 right-20 left-2 z-20 ml-auto flex w-fit flex-wrap items-center justify-end gap-x-2 rounded border border-hairline bg-raised px-2 py-0.5 text-xs text-secondary max-[26rem]:right-2 max-[26rem]:gap-x-0.5 max-[26rem]:px-1';

const FIELDS = 'input:not([type=radio], [type=range]), textarea, select, [contenteditable]';

interface DrawingLayerProps {
  surface: ChartSurface;
  desk: DrawingDesk;
  ticket: TicketDoor;
}

/** Undo, redo, delete and leave by keys, for the drawings last touched. */
function useKeys(hand: DrawingHand | null, book: DrawingBook, desk: DrawingDesk): void {
  const remove = (id: number): void => {
    book.remove([id]);
    desk.set({ chosen: null, said: texts.removed(texts.listName) });
  };
  /** @returns whether the key meant something */
  const act = ({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    const { tool, chosen, at } = desk.state();
    const isOwn = chosen?.book === book;
    // By the key's place, so that a Russian layout has the same keys.
    if (code === 'KeyZ' && (ctrlKey || metaKey) && at?.book === book) {
      if (shiftKey) desk.redo(texts.redoneAs);
      else desk.undo(texts.undoneAs);
    } else if (key === 'Escape' && (hand?.giveUp() === true || tool !== null)) desk.set({ tool: null });
    else if (key === 'Escape' && isOwn) desk.set({ chosen: null });
    else if (key === 'Delete' && isOwn && chosen !== null) remove(chosen.id);
    else return false;
    return true;
  };
  useKeydown((event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    // Two charts of one pair hear the same key.
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]') !== null) return;
    if (target?.closest(FIELDS) != null) return;
    if (act(event)) event.preventDefault();
  });
}

function Hint({ kind, hand, desk }: { kind: DrawingKind; hand: DrawingHand; desk: DrawingDesk }) {
  const { one, first, second } = texts.hint;
  const step = placedAnchors(kind) === 1 ? one : hand.hasBegun ? second : first;
  return (
    <div className={cx(STRIP, 'flex-nowrap!')}>
      <span role="status">
        {texts.kind[kind]}: {step}
      </span>
      <span className="flex">
        <IconButton
          size="sm"
          className="pointer-coarse:size-11!"
          label={texts.placeInMiddle}
          onClick={() => hand.placeInMiddle(kind)}
        >
          <ToolIcon shape="middle" />
        </IconButton>
        <IconButton
          size="sm"
          className="pointer-coarse:size-11!"
          label={texts.cancel}
          onClick={() => desk.set({ tool: null })}
        >
          <Icon name="close" />
        </IconButton>
      </span>
    </div>
  );
}

/** The drawings of one chart, and what is at hand while one is being worked on. */
export default function DrawingLayer({ surface, desk, ticket }: DrawingLayerProps) {
  const { market, symbol } = surface;
  const book = useMemo(() => bookOf({ market, symbol }), [market, symbol]);
  const [hand, setHand] = useState<DrawingHand | null>(null);
  const { tool, chosen, at } = useDesk(desk);
  const items = useSyncExternalStore(book.listen, book.items);
  const funds = useFunds();

  useEffect(() => {
    const created = new DrawingHand(surface, book, desk);
    setHand(created);
    desk.touch(book, surface);
    return () => {
      created.stop();
      desk.leave(surface);
    };
  }, [surface, book, desk]);
  useEffect(() => hand?.setFunds(funds), [hand, funds]);
  useKeys(hand, book, desk);

  if (hand === null || at?.surface !== surface) return null;
  if (tool !== null) return <Hint kind={tool} hand={hand} desk={desk} />;
  const own = chosen?.book === book ? items.find(({ id }) => id === chosen.id) : undefined;
  if (own === undefined) return null;
  return (
    <div className={STRIP} role="group" aria-label={texts.kind[own.kind]}>
      <span className="max-[26rem]:sr-only">{texts.kind[own.kind]}</span>
      <DrawingActions desk={desk} book={book} drawing={own} funds={funds} ticket={ticket} />
      <IconButton
        size="sm"
        className="pointer-coarse:size-11!"
        label={texts.release}
        onClick={() => desk.set({ chosen: null })}
      >
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
