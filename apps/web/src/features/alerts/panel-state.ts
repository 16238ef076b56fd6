import { useSyncExternalStore } from 'react';
import { Emitter } from '@/lib/emitter.ts';

export type PanelTab = 'waiting' | 'rang';

export interface PanelState {
  tab: PanelTab;
  /** The pair that an alert is to be set on; null: nothing is being set. */
  symbol: string | null;
}

let state: PanelState | null = null;
const changes = new Emitter();

/** Opens the alerts above the screen, or closes them (null). Whatever sets alerts on a pair opens them here. */
export function showAlerts(next: PanelState | null): void {
  state = next;
  changes.emit();
}

/** null while they are closed. */
export const useAlertsPanel = (): PanelState | null => useSyncExternalStore(changes.listen, () => state);
