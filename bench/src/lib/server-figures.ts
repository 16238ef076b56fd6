import type { Product } from '../../../tools/product/process.ts';

const WINDOW_SECONDS = 5;
const QUIET_SHARE = 0.08;
const LONGEST_WAIT_MS = 300_000;

/** The product, or one process of a cluster. */
type Served = Pick<Product, 'url'>;

/** A figure of the server's own, without labels. @throws Error when there is none of this name */
export async function metric(product: Served, name: string): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no metric ${name}`);
  return Number(line.split(' ')[1]);
}

/** CPU seconds that the server has used so far. */
export const productCpu = (product: Served): Promise<number> => metric(product, 'plecho_process_cpu_seconds_total');

export const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** CPU seconds used over `duration` seconds. */
export async function cpuOver(duration: number, read: () => Promise<number>): Promise<number> {
  const before = await read();
  await seconds(duration);
  return (await read()) - before;
}

/** Waits until the server only runs its market: beside its start, and when a pair is looked at first, it makes the history. */
export async function waitUntilQuiet(product: Served): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  let calm = 0;
  while (calm < 2 && Date.now() < deadline) {
    const share = (await cpuOver(WINDOW_SECONDS, () => productCpu(product))) / WINDOW_SECONDS;
    calm = share < QUIET_SHARE ? calm + 1 : 0;
  }
}
