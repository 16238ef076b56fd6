/** What is shown in a first trade, in this order. */
export const TOUR_STEPS = ['price', 'leverage', 'open', 'position', 'close', 'receipt'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

/** A first trade that is under way. */
export interface Tour {
  step: TourStep;
  /** The market that it is made in; null before its screen has been seen. */
  market: string | null;
  /** Positions that were open before; null before the account has been seen. */
  known: readonly string[] | null;
  /** The position that it is about; null before there is one. */
  position: string | null;
}

export const BEGINNING: Tour = { step: 'price', market: null, known: null, position: null };

/** Steps that are read, and what comes after them. The others end by what the server has done. */
const NEXT: Partial<Record<TourStep, TourStep>> = { price: 'leverage', leverage: 'open', position: 'close' };

export const canGoOn = ({ step }: Tour): boolean => NEXT[step] !== undefined;
export const goOn = (tour: Tour): Tour => ({ ...tour, step: NEXT[tour.step] ?? tour.step });

/**
 * The tour after what the server has told of the account: only a position that has been opened leads to the steps about
 * it, and only one that is gone to the last of them.
 * @param open ids of the open positions
 */
export function follow(tour: Tour, market: string, open: readonly string[]): Tour {
  if (tour.known === null) return { ...tour, market, known: open };
  if (tour.position !== null) return open.includes(tour.position) ? tour : { ...tour, step: 'receipt' };
  const position = open.find((id) => tour.known?.includes(id) !== true);
  return position === undefined ? tour : { ...tour, position, step: 'position' };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether it is what was kept, or that none is under way. */
export function isTour(value: unknown): value is Tour | null {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { step, market, known, position } = value as Partial<Tour>;
  return (
    TOUR_STEPS.some((one) => one === step) &&
    [market, position].every((text) => text === null || isText(text)) &&
    (known === null || (Array.isArray(known) && known.every(isText)))
  );
}
