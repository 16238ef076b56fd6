/**
 * Moves labels apart so that none covers another and all stay visible.
 *
 * @param wanted centres, pixels from the top, in any order
 * @param height of the area
 * @param size of a label with the gap to the next
 * @returns centres in the order of `wanted`
 */
export function spreadLabels(wanted: readonly number[], height: number, size: number): number[] {
  const half = size / 2;
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const result = [...wanted];
  let free = half;
  for (const index of order) {
    const clamped = Math.min(Math.max(wanted[index] ?? 0, half), height - half);
    result[index] = Math.max(clamped, free);
    free = (result[index] ?? 0) + size;
  }
  // What was pushed over the lower edge moves back up, from the bottom.
  let limit = height - half;
  for (const index of order.toReversed()) {
    result[index] = Math.min(result[index] ?? 0, limit);
    limit = (result[index] ?? 0) - size;
  }
  return result;
}
