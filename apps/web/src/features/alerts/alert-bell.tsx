import { lazy, useEffect } from 'react';
import { loadCode } from '@/lib/load-code.ts';
import { listenToRings, useRings } from '@/live/index.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Late } from '@/ui/late.tsx';
import { showAlerts, useAlertsPanel } from './panel-state.ts';
import { bellTexts as texts } from './texts.ts';

const AlertsPanel = lazy(async () => ({ default: (await loadCode(() => import('./alerts-panel.tsx'))).AlertsPanel }));

/** Above this a number says no more. */
const MOST_SHOWN = 99;

/** Says rings as they come; its code comes with the first of them. */
function useNews(): void {
  useEffect(
    () =>
      listenToRings((rings) => {
        // Not by loadCode: nobody waits for it, and it must not load the page again; the bell counts it all the same.
        import('./say-rings.ts').then(
          ({ sayRings }) => sayRings(rings),
          () => undefined,
        );
      }),
    [],
  );
}

/** In the header: how many rings were not looked at. It opens the alerts. */
export function AlertBell({ className }: { className?: string }) {
  const { unseen } = useRings();
  const panel = useAlertsPanel();
  useNews();
  // Whoever comes next has not opened them.
  useEffect(() => () => showAlerts(null), []);
  return (
    <>
      <IconButton
        label={texts.bell(unseen)}
        className={className}
        onClick={() => showAlerts({ tab: unseen > 0 ? 'rang' : 'waiting', symbol: null })}
      >
        <span className="relative inline-flex">
          <Icon name="bell" className="size-5" />
          {unseen > 0 && (
            <span
              aria-hidden="true"
              className="absolute -top-1.5 -right-2 min-w-4 rounded-full bg-accent-strong px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular"
            >
              {unseen > MOST_SHOWN ? `${MOST_SHOWN}+` : unseen}
            </span>
          )}
        </span>
      </IconButton>
      <Dialog open={panel !== null} onClose={() => showAlerts(null)} title={texts.title} size="lg">
        {panel === null ? null : (
          <Late fallback={<Skeleton className="h-72" />}>
            <AlertsPanel {...panel} />
          </Late>
        )}
      </Dialog>
    </>
  );
}

/** Beside a pair: sets an alert on it. */
export function SetAlertButton({ symbol }: { symbol: string }) {
  return (
    <IconButton
      size="sm"
      label={texts.set(symbol.replace(/USDT$/, '/USDT'))}
      onClick={() => showAlerts({ tab: 'waiting', symbol })}
    >
      <Icon name="bell" />
    </IconButton>
  );
}
