import { hostname } from 'node:os';
import type { OperatorProcess } from '@plecho/contract';
import { PROCESS_ROLES } from '@plecho/domain';
import type { Markets } from '../engine/market-port.ts';
import type { LoopFigures } from '../lib/event-loop.ts';
import type { ProcessDirectory } from './ports.ts';

/** A process says every two seconds that it is there. */
const SILENT_MS = 10_000;

/** Whether a process has not been heard of for so long that it is taken for gone. */
export const isSilent = ({ silentMs }: { silentMs: number }): boolean => silentMs > SILENT_MS;

const ID_LENGTH = 8;
const TENTHS = 10;

/** @param here id of this process @returns the processes as the health page shows them */
export async function readProcesses(directory: ProcessDirectory, here: string): Promise<OperatorProcess[]> {
  return (await directory.list()).map(({ id, roles, host, version, streams, memoryBytes, ...process }) => ({
    ...{ id: id.slice(0, ID_LENGTH), here: id === here, roles: [...roles], host, version, streams, memoryBytes },
    startedAt: process.startedAt.getTime(),
    seenAgoMs: Math.max(0, Math.round(process.silentMs)),
    silent: isSilent(process),
    markets: process.markets.length,
    delayP99Ms: Math.round(process.loopP99Ms * TENTHS) / TENTHS,
  }));
}

export interface OnlyProcess {
  id: string;
  version: string;
  /** Wall clock, ms. */
  startedAt: number;
  markets: Pick<Markets, 'allRunning'>;
  streams: { readonly size: number };
  eventLoop(): LoopFigures;
}

/** Where there is one process, it is all there is to list. */
export function onlyThis({ id, version, startedAt, markets, streams, eventLoop }: OnlyProcess): ProcessDirectory {
  return {
    list: () =>
      Promise.resolve([
        {
          ...{ id, roles: PROCESS_ROLES, host: hostname(), version, silentMs: 0, streams: streams.size },
          startedAt: new Date(startedAt),
          markets: markets.allRunning().map((market) => market.id),
          loopP99Ms: eventLoop().delayP99Ms,
          memoryBytes: process.memoryUsage.rss(),
        },
      ]),
  };
}
