import { STALE } from './stale.ts';

/** Whether a figure stands in what {@link STALE} makes grey. */
export function looksStale(figure: Element): boolean {
  const isGrey = ({ classList }: Element): boolean => STALE.split(' ').every((name) => classList.contains(name));
  for (let at: Element | null = figure; at !== null; at = at.parentElement) if (isGrey(at)) return true;
  return false;
}
