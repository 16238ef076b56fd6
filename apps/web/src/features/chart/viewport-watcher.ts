import type { ISeriesPrimitive, Time } from 'lightweight-charts';

/**
 * An invisible part of a series: the library tells it about every change of what is visible, the
 * price scale included, for which there is no event.
 */
export function viewportWatcher(onChange: () => void): ISeriesPrimitive<Time> {
  return { updateAllViews: onChange };
}
