import type { TradePaths } from '@plecho/contract';
import { parseUsdt, type Usdt } from '@plecho/domain';

const PARTS = ['direction', 'leverage', 'spread', 'insurance', 'fee'] as const;

/** A part of a result, and where its bar begins and ends, shares of the width. */
export interface FallBar {
  part: (typeof PARTS)[number] | 'net';
  amount: Usdt;
  from: number;
  to: number;
}

/** The parts of a result one after another, each from where the one before it ended; those that are nothing are left out. */
export function waterfall(split: TradePaths['split']): FallBar[] {
  const amounts = PARTS.map((part) => ({ part, amount: parseUsdt(split[part]) ?? 0n }));
  const shown = amounts.filter(({ part, amount }) => amount !== 0n || part === 'direction' || part === 'fee');
  let reached = 0n;
  const spans: { part: FallBar['part']; amount: Usdt; start: Usdt; end: Usdt }[] = shown.map(({ part, amount }) => {
    const start = reached;
    reached += amount;
    return { part, amount, start, end: reached };
  });
  spans.push({ part: 'net', amount: reached, start: 0n, end: reached });
  // Only for the drawing.
  const edges = spans.flatMap(({ start, end }) => [Number(start), Number(end)]);
  const [least, most] = [Math.min(0, ...edges), Math.max(0, ...edges)];
  const share = (value: Usdt): number => (most === least ? 0 : (Number(value) - least) / (most - least));
  return spans.map(({ part, amount, start, end }) => ({ part, amount, from: share(start), to: share(end) }));
}
