import { tickOf } from '@/lib/tick.ts';
import { Button, IconButton } from '@/ui/index.ts';
import type { DrawingDesk } from './desk.ts';
import type { DrawingBook } from './drawing-book.ts';
import { moveWhole, type Drawing } from './drawing.ts';
import { planOf, type Funds, type PositionPlan } from './figures.ts';
import { pixelPrice } from './key-moves.ts';
import { drawingTexts as texts } from './texts.ts';
import { ToolIcon } from './tool-icon.tsx';

/** How far beside the first one its copy is put: bars and pixels. */
const BESIDE = { bars: 3, pixels: 24n };

export interface TicketDoor {
  /** The pair that the order form is for. */
  symbol: string;
  /** Fills the order form; nothing is sent. */
  fill: (plan: PositionPlan) => void;
}

interface DrawingActionsProps {
  desk: DrawingDesk;
  book: DrawingBook;
  drawing: Drawing;
  funds: Funds | null;
  ticket: TicketDoor;
}

/** What can be done to one drawing. */
export function DrawingActions({ desk, book, drawing, funds, ticket }: DrawingActionsProps) {
  const plan = book.place.symbol === ticket.symbol ? planOf(drawing, funds) : null;
  const duplicate = (): void => {
    const surface = desk.state().at?.surface;
    if (surface === undefined) return;
    const [byTime, byPrice] = [BESIDE.bars * surface.step, -BESIDE.pixels * pixelPrice(surface)];
    const copy = book.add({ ...moveWhole(drawing, byTime, byPrice, tickOf(surface.priceDecimals)), locked: false });
    if (copy === null) return;
    desk.set({ said: texts.added(texts.kind[copy.kind]) });
    desk.choose(book, copy.id);
  };
  return (
    <div className="flex flex-wrap items-center gap-0.5">
      {plan === null ? null : (
        <Button
          size="sm"
          variant="secondary"
          className="max-[26rem]:px-2! pointer-coarse:h-11"
          onClick={() => ticket.fill(plan)}
        >
          {texts.toTicket}
        </Button>
      )}
      <IconButton
        size="sm"
        className="pointer-coarse:size-11!"
        label={drawing.locked ? texts.unlock : texts.lock}
        aria-pressed={drawing.locked}
        onClick={() => book.replace({ ...drawing, locked: !drawing.locked })}
      >
        <ToolIcon shape={drawing.locked ? 'lock' : 'unlock'} />
      </IconButton>
      <IconButton size="sm" className="pointer-coarse:size-11!" label={texts.duplicate} onClick={duplicate}>
        <ToolIcon shape="duplicate" />
      </IconButton>
      <IconButton
        size="sm"
        className="pointer-coarse:size-11!"
        label={texts.remove}
        onClick={() => {
          book.remove([drawing.id]);
          desk.set({ chosen: null, said: texts.removed(texts.kind[drawing.kind]) });
        }}
      >
        <ToolIcon shape="remove" />
      </IconButton>
    </div>
  );
}
