import type { Product } from '../../../tools/product/process.ts';

const WINDOW_SECONDS = 5;
const QUIET_SHARE = 0.08;
const LONGEST_WAIT_MS = 300_000;

async function metric(product: Product, name: string): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no metric ${name}`);
  return Number(line.split(' ')[1]);
}

/** CPU seconds that the server has used so far. */
export const productCpu = (product: Product): Promise<number> => metric(product, 'plecho_process_cpu_seconds_total');
/** Samples of the memory, and the time between them. */
const MEMORY_SAMPLES = 20;
const SAMPLE_SECONDS = 0.5;

/** Memory that the server holds: the least heap and external memory seen over ten seconds, bytes. */
export async function productMemory(product: Product): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < MEMORY_SAMPLES; sample += 1) {
    const heap = await metric(product, 'plecho_nodejs_heap_size_used_bytes');
    const external = await metric(product, 'plecho_nodejs_external_memory_bytes');
    least = Math.min(least, heap + external);
    await seconds(SAMPLE_SECONDS);
  }
  return least;
}

export const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** CPU seconds used over `duration` seconds. */
export async function cpuOver(duration: number, read: () => Promise<number>): Promise<number> {
  const before = await read();
  await seconds(duration);
  return (await read()) - before;
}

/** Waits until the server only runs its market: for minutes after a first start it still stores the history. */
export async function waitUntilQuiet(product: Product): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  let calm = 0;
  while (calm < 2 && Date.now() < deadline) {
    const share = (await cpuOver(WINDOW_SECONDS, () => productCpu(product))) / WINDOW_SECONDS;
    calm = share < QUIET_SHARE ? calm + 1 : 0;
  }
}
