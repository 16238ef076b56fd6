/** Ids one after another, always at hand. @param next gives each; counts from 1 unless given */
export function countedIds(next = countFrom(1n)) {
  return {
    next,
    atHand: Infinity,
    ready: () => Promise.resolve(),
    renew: () => Promise.resolve(),
    draw: () => Promise.resolve(next()),
  };
}

export function countFrom(first: bigint): () => bigint {
  let last = first - 1n;
  return () => (last += 1n);
}
