import fc from 'fast-check';
import { expect, it } from 'vitest';
import { meld, removeFrom, type HeapNode } from './pairing-heap.ts';

const nodeOf = (key: bigint, id: bigint): HeapNode => ({ key, id, child: null, next: null, before: null });

/** Few keys, so that many are equal and the ids decide. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt(0n, 5n).map((key) => ({ add: key })) },
  { weight: 2, arbitrary: fc.nat().map((which) => ({ remove: which })) },
);

const inOrder = (nodes: readonly HeapNode[]): HeapNode[] =>
  nodes.toSorted((a, b) => (a.key === b.key ? Number(a.id - b.id) : Number(a.key - b.key)));

it('a pairing heap has the smallest key at its root, of equal ones the smallest id, whatever is taken out of it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let root: HeapNode | null = null;
      let lastId = 100n;
      const nodes: HeapNode[] = [];
      for (const each of steps) {
        if ('add' in each) {
          lastId += each.add % 2n === 0n ? 1n : 2n;
          const node = nodeOf(each.add, lastId);
          nodes.push(node);
          root = meld(root, node);
        } else if (root !== null) {
          const [node] = nodes.splice(each.remove % nodes.length, 1);
          if (node !== undefined) root = removeFrom(root, node);
        }
        expect(root).toBe(inOrder(nodes)[0] ?? null);
      }
      const taken: HeapNode[] = [];
      while (root !== null) {
        taken.push(root);
        root = removeFrom(root, root);
      }
      expect(taken).toEqual(inOrder(nodes));
    }),
    { numRuns: 300 },
  );
});
