import { lazy, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { loadCode } from '@/lib/load-code.ts';
import { listenToText, readText } from '@/lib/text-store.ts';
import { Button, Icon } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import { DrawingDesk, useDesk } from './desk.ts';
import type { TicketDoor } from './drawing-actions.tsx';
import { storageKey } from './place.ts';

const DrawingLayer = lazy(() => loadCode(() => import('./drawing-layer.tsx')));
const DrawingBar = lazy(async () => ({ default: (await loadCode(() => import('./drawing-bar.tsx'))).DrawingBar }));
const DrawingSheet = lazy(async () => ({ default: (await loadCode(() => import('./drawing-bar.tsx'))).DrawingSheet }));

interface Drawings {
  /** Opens and closes the tools. */
  button: ReactNode;
  /** The tools: a row above the charts, or a sheet on a phone. */
  tools: ReactNode;
  /** What stands over each chart. */
  overlay: (surface: ChartSurface) => ReactNode;
}

/** Nothing of drawing is loaded on a pair that has none, until it is asked for. */
function Layer({ surface, desk, ticket }: { surface: ChartSurface; desk: DrawingDesk; ticket: TicketDoor }) {
  const { isOpen, tool } = useDesk(desk);
  const key = storageKey(surface);
  const listen = useCallback((listener: () => void) => listenToText(key, listener), [key]);
  // Of another tab too.
  const hasSome = useSyncExternalStore(listen, () => readText(key) !== null);
  const [wasOpen, setWasOpen] = useState(false);
  if (!wasOpen && (isOpen || tool !== null)) setWasOpen(true);
  if (!hasSome && !wasOpen) return null;
  return (
    <Late fallback={null}>
      <DrawingLayer surface={surface} desk={desk} ticket={ticket} />
    </Late>
  );
}

/**
 * Drawing on the charts of a page.
 * @param kind where the tools stand
 */
export function useDrawings(kind: 'row' | 'sheet', { symbol, fill }: TicketDoor): Drawings {
  const [desk] = useState(() => new DrawingDesk());
  const { isOpen } = useDesk(desk);
  // The form changes with every price; what is drawn is not to be rendered again for that.
  const latest = useRef(fill);
  useEffect(() => {
    latest.current = fill;
  });
  const ticket = useMemo(
    () => ({ symbol, fill: ((plan) => latest.current(plan)) satisfies TicketDoor['fill'] }),
    [symbol],
  );
  const Tools = kind === 'row' ? DrawingBar : DrawingSheet;
  const overlay = useCallback(
    (surface: ChartSurface) => <Layer surface={surface} desk={desk} ticket={ticket} />,
    [desk, ticket],
  );
  return {
    button: (
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isOpen}
        className={kind === 'sheet' ? 'max-[24rem]:px-2 lying:px-2' : ''}
        onClick={() => desk.set({ isOpen: !isOpen, tool: null })}
      >
        {kind === 'sheet' && <Icon name="pencil" className="hidden max-[24rem]:block lying:block" />}
        <span className={kind === 'sheet' ? 'max-[24rem]:sr-only lying:sr-only' : ''}>Рисование</span>
      </Button>
    ),
    tools: isOpen ? (
      <Late fallback={null}>
        <Tools desk={desk} ticket={ticket} />
      </Late>
    ) : null,
    overlay,
  };
}
