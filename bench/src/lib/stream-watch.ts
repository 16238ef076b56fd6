import { newDataDir, startProduct } from '../../../tools/product/process.ts';
import { startChild, type Child } from './child.ts';
import { openWorkshop, seedPeople } from './seed.ts';

/** How long a window of streams is watched, s: as long as an edge waits between two pings. */
export const SECONDS = 30;
/** For handshakes to be over, or sockets to be gone. */
export const CALM_SECONDS = 3;

/** What clients of streams have seen since they were told to begin anew. */
export interface Report {
  frames: number;
  /** ms */
  latencies: number[];
  open: number;
}

/** People who look at the main market, all of them connected. @param first of the seeded ones */
export async function watch(url: string, count: number, first = 0): Promise<Child> {
  const stream = `${url.replace('http', 'ws')}/api/stream`;
  const clients = startChild('stream-clients.ts', [stream, String(count), 'people', 'main', String(first)]);
  await clients.line();
  return clients;
}

export const reportOf = async (clients: Child): Promise<Report> => JSON.parse(await clients.ask('report')) as Report;

/** A data folder with so many people. */
export async function seeded(people: number): Promise<{ path: string; remove(): void }> {
  const data = newDataDir();
  await (await startProduct(data.path)).stop();
  const workshop = await openWorkshop(data.path);
  await seedPeople(workshop, people);
  await workshop.close();
  return data;
}
