import type { ISeriesPrimitive, Time } from 'lightweight-charts';

/**
 * An invisible part of a series: it is drawn whenever the series is, after both scales are fixed. What is
 * placed then stands where this very picture has its prices, whichever of data, scrolling, scaling or size
 * changed; for the price scale there is no event.
 */
export function viewportWatcher(onDrawn: () => void): ISeriesPrimitive<Time> {
  const renderer = { draw: onDrawn };
  const views = [{ renderer: () => renderer }];
  return { paneViews: () => views };
}
