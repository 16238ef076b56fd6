import { useState, useSyncExternalStore, type ComponentProps } from 'react';
import { Icon, IconButton } from '@/ui/index.ts';
import { Sheet } from '@/ui/sheet.tsx';
import { useDesk, type DrawingDesk } from './desk.ts';
import type { TicketDoor } from './drawing-actions.tsx';
import type { DrawingBook } from './drawing-book.ts';
import { DrawingList } from './drawing-list.tsx';
import { DRAWING_KINDS } from './drawing.ts';
import { drawingTexts as texts } from './texts.ts';
import { ToolIcon } from './tool-icon.tsx';
import { useFunds } from './use-funds.ts';

interface DrawingBarProps {
  desk: DrawingDesk;
  ticket: TicketDoor;
}

const TOOL = 'pointer-coarse:size-11! aria-pressed:bg-accent-soft aria-pressed:text-accent';

interface ToolButtonProps {
  shape: ComponentProps<typeof ToolIcon>['shape'];
  label: string;
  pressed: boolean;
  onClick: () => void;
}

/** A tool as its picture, for who points at it with a mouse. */
function PictureButton({ shape, label, pressed, onClick }: ToolButtonProps) {
  return (
    <IconButton size="sm" className={TOOL} label={label} aria-pressed={pressed} onClick={onClick}>
      <ToolIcon shape={shape} />
    </IconButton>
  );
}

/** A tool with its name beside it: a finger can't ask a picture what it is called. */
function NamedButton({ shape, label, pressed, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className="flex min-h-11 items-center gap-2 rounded px-2 text-left text-sm hover:bg-raised aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <ToolIcon shape={shape} />
      {label}
    </button>
  );
}

function Tools({ desk, onTool, isNamed = false }: { desk: DrawingDesk; onTool: () => void; isNamed?: boolean }) {
  const { tool, magnet } = useDesk(desk);
  const ToolButton = isNamed ? NamedButton : PictureButton;
  return (
    <div
      role="group"
      aria-label={texts.tools}
      className={isNamed ? 'grid grid-cols-2 gap-1' : 'flex flex-wrap items-center gap-0.5'}
    >
      {DRAWING_KINDS.map((kind) => (
        <ToolButton
          key={kind}
          shape={kind}
          label={texts.kind[kind]}
          pressed={tool === kind}
          onClick={() => {
            desk.set({ tool: tool === kind ? null : kind, chosen: null });
            onTool();
          }}
        />
      ))}
      <ToolButton shape="magnet" label={texts.magnet} pressed={magnet} onClick={() => desk.set({ magnet: !magnet })} />
    </div>
  );
}

/** Undo and redo of the chart last touched. */
function Steps({ desk, book }: { desk: DrawingDesk; book: DrawingBook }) {
  const { done, undone } = useSyncExternalStore(book.listen, book.trail);
  return (
    <>
      <IconButton
        size="sm"
        className={TOOL}
        label={texts.undo}
        disabled={done.length === 0}
        onClick={() => desk.undo(texts.undoneAs)}
      >
        <ToolIcon shape="undo" />
      </IconButton>
      <IconButton
        size="sm"
        className={TOOL}
        label={texts.redo}
        disabled={undone.length === 0}
        onClick={() => desk.redo(texts.redoneAs)}
      >
        <ToolIcon shape="redo" />
      </IconButton>
    </>
  );
}

const Said = ({ desk }: { desk: DrawingDesk }) => (
  <p role="status" className="sr-only">
    {useDesk(desk).said}
  </p>
);

/** The tools in a row above the charts, and under it the list of drawings when it is asked for. */
export function DrawingBar({ desk, ticket }: DrawingBarProps) {
  const [isListed, setListed] = useState(false);
  const { at } = useDesk(desk);
  const funds = useFunds();
  return (
    <div className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-2 py-1">
      {/* The list would cover what the chosen tool asks for. */}
      <Tools desk={desk} onTool={() => setListed(false)} />
      <div className="flex items-center gap-0.5">
        {at === null ? null : <Steps desk={desk} book={at.book} />}
        <button
          type="button"
          aria-expanded={isListed}
          className="inline-flex h-7 items-center gap-1 rounded px-2 text-xs text-secondary hover:bg-raised hover:text-primary pointer-coarse:h-11"
          onClick={() => setListed(!isListed)}
        >
          {texts.listName}
          <Icon name="chevronDown" className={isListed ? 'rotate-180' : ''} />
        </button>
      </div>
      <IconButton
        size="sm"
        className="ml-auto pointer-coarse:size-11!"
        label={texts.close}
        onClick={() => desk.set({ isOpen: false, tool: null })}
      >
        <Icon name="close" />
      </IconButton>
      {isListed ? (
        <div className="absolute top-full left-2 z-30 max-h-96 w-80 max-w-[calc(100%-1rem)] overflow-y-auto rounded-b-lg border border-hairline bg-raised p-1 shadow-lg shadow-black/30">
          <DrawingList desk={desk} funds={funds} ticket={ticket} />
        </div>
      ) : null}
      <Said desk={desk} />
    </div>
  );
}

/** The same on a phone: a sheet that gives way to the chart as soon as a tool is chosen. */
export function DrawingSheet({ desk, ticket }: DrawingBarProps) {
  const { isOpen, at } = useDesk(desk);
  const funds = useFunds();
  const close = (): void => desk.set({ isOpen: false });
  return (
    <>
      <Sheet open={isOpen} onClose={close} title={texts.sheet}>
        <div className="flex flex-col gap-3">
          <Tools desk={desk} onTool={close} isNamed />
          {at === null ? null : (
            <div className="flex items-center gap-0.5">
              <Steps desk={desk} book={at.book} />
            </div>
          )}
          <DrawingList
            desk={desk}
            funds={funds}
            ticket={{
              ...ticket,
              fill: (plan) => {
                close();
                ticket.fill(plan);
              },
            }}
          />
        </div>
      </Sheet>
      <Said desk={desk} />
    </>
  );
}
