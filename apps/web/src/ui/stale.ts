/** Figures of a price that is stale, in one grey: nothing of them looks live, and all of it can be read. */
export const STALE = 'text-muted **:text-muted';
