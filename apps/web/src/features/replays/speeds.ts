/** Market seconds in a second, to choose from. */
export const SPEEDS: readonly number[] = [1, 10, 60, 120, 300, 600];
