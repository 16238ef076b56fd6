import { lazy, useRef, useState, type ReactNode } from 'react';
import type { PositionState, Trade } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useClosePosition } from '@/api/positions.ts';
import { loadCode } from '@/lib/load-code.ts';
import { useAccount } from '@/live/index.ts';
import { toast } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { positionTexts as texts } from './texts.ts';

/** Dialogs beyond closing; each is loaded when it is first asked for. */
const ASKED = {
  triggers: lazy(async () => ({ default: (await loadCode(() => import('./triggers-dialog.tsx'))).TriggersDialog })),
  add: lazy(async () => ({ default: (await loadCode(() => import('./add-dialog.tsx'))).AddDialog })),
  reverse: lazy(async () => ({ default: (await loadCode(() => import('./reverse-dialog.tsx'))).ReverseDialog })),
  reduce: lazy(async () => ({ default: (await loadCode(() => import('./reduce-dialog.tsx'))).ReduceDialog })),
};

export interface PositionActions {
  /** Closes a position whole or, with a portion of the wire («0.25»), in part. @returns whether it was closed. */
  close: (position: PositionState, portion?: string) => Promise<boolean>;
  /** Whether a close of the position is under way. */
  isClosing: (positionId: string) => boolean;
  /** Opens the dialog that closes a part. */
  askPart: (positionId: string) => void;
  /** Opens the dialog that sets take profit and stop loss. */
  editTriggers: (positionId: string) => void;
  /** Opens the dialog that adds to a position, reverses it, or places an order that closes it. */
  ask: (what: Exclude<keyof typeof ASKED, 'triggers'>, positionId: string) => void;
  /** The open dialog; to be rendered once by whoever uses the actions. */
  dialogs: ReactNode;
}

type OpenDialog = { kind: 'part' | keyof typeof ASKED; positionId: string } | null;

/** Closes positions; each at most once at a time. */
function useClosing(onClosed: (trade: Trade) => void) {
  const { mutateAsync } = useClosePosition();
  const [closing, setClosing] = useState<ReadonlySet<string>>(new Set());
  const underWay = useRef(new Set<string>());
  const mark = (): void => setClosing(new Set(underWay.current));

  const close = async ({ id, symbol }: PositionState, portion?: string): Promise<boolean> => {
    if (underWay.current.has(id)) return false;
    underWay.current.add(id);
    mark();
    try {
      onClosed(await mutateAsync({ id, symbol, ...(portion === undefined ? {} : { portion }) }));
      return true;
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : texts.closeFailed);
      return false;
    } finally {
      underWay.current.delete(id);
      mark();
    }
  };
  return { close, closing };
}

/**
 * What can be done to open positions, with the dialogs for it.
 * @param onClosed gets the trade of every close made here
 */
export function usePositionActions(onClosed: (trade: Trade) => void): PositionActions {
  'use memo';
  const { positions } = useAccount();
  const { close, closing } = useClosing(onClosed);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const position = dialog === null ? undefined : positions.find(({ id }) => id === dialog.positionId);
  const leave = (): void => setDialog(null);
  return {
    close,
    isClosing: (positionId) => closing.has(positionId),
    askPart: (positionId) => setDialog({ kind: 'part', positionId }),
    editTriggers: (positionId) => setDialog({ kind: 'triggers', positionId }),
    ask: (kind, positionId) => setDialog({ kind, positionId }),
    dialogs:
      dialog === null || position === undefined ? null : (
        <Asked
          key={position.id}
          kind={dialog.kind}
          position={position}
          close={close}
          isClosing={closing.has(position.id)}
          onLeave={leave}
        />
      ),
  };
}

interface AskedProps {
  kind: Exclude<OpenDialog, null>['kind'];
  position: PositionState;
  close: PositionActions['close'];
  isClosing: boolean;
  onLeave: () => void;
}

function Asked({ kind, position, close, isClosing, onLeave }: AskedProps) {
  if (kind === 'part') {
    return <CloseDialog position={position} pending={isClosing} onConfirm={close} onClose={onLeave} />;
  }
  const Loaded = ASKED[kind];
  return (
    <Late>
      <Loaded position={position} onClose={onLeave} />
    </Late>
  );
}
