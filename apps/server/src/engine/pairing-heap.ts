/** One in a pairing heap. A heap is its root, the one with the smallest key; null is an empty heap. */
export interface HeapNode {
  readonly key: bigint;
  readonly id: bigint;
  /** The first of those below it. */
  child: HeapNode | null;
  /** The next with the same parent. */
  next: HeapNode | null;
  /** The one before with the same parent; of the first, the parent. */
  before: HeapNode | null;
}

const isFirst = (a: HeapNode, b: HeapNode): boolean => (a.key === b.key ? a.id < b.id : a.key < b.key);

/** Joins two heaps in constant time. */
export function meld<N extends HeapNode>(a: N | null, b: N | null): N | null {
  if (a === null || b === null) return a ?? b;
  const [root, below] = isFirst(a, b) ? [a, b] : [b, a];
  below.next = root.child;
  if (root.child !== null) root.child.before = below;
  below.before = root;
  root.child = below;
  return root;
}

/** Takes one out of the heap that it is in. @returns the root of what is left */
export function removeFrom<N extends HeapNode>(root: N, node: N): N | null {
  const below = joined<N>(node.child as N | null);
  node.child = null;
  if (node === root) return below;
  const { before, next } = node;
  if (before?.child === node) before.child = next;
  else if (before !== null) before.next = next;
  if (next !== null) next.before = before;
  node.before = null;
  node.next = null;
  return meld(root, below);
}

/** Joins the heaps of a list in pairs, and those from the last to the first: what keeps the heap flat. */
function joined<N extends HeapNode>(first: N | null): N | null {
  const pairs: (N | null)[] = [];
  for (let a = first; a !== null;) {
    const b = a.next as N | null;
    const rest = (b === null ? null : b.next) as N | null;
    a.next = a.before = null;
    if (b !== null) b.next = b.before = null;
    pairs.push(meld(a, b));
    a = rest;
  }
  return pairs.reduceRight<N | null>((heap, pair) => meld(heap, pair), null);
}
