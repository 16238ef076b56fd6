import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts processor time for programs in hundredths of a second, whatever its own clock does. */
const TICKS_PER_SECOND = 100;
/** Fields of /proc/PID/stat after the name, which is in brackets and may hold anything. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14];

/** @throws Error for a process that has ended */
function statOf(pid: string): (place: number) => number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
  return (place) => Number(fields[place]);
}

function childrenOf(parent: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return statOf(pid)(PARENT) === parent;
    } catch {
      return false;
    }
  });
}

/** CPU seconds that a child of a process has used so far. Linux only. @throws Error when none has this name */
export function childCpu(parent: number, name: string): number {
  const child = childrenOf(parent).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name);
  if (child === undefined) throw new Error(`process ${parent} has no child ${name}`);
  return [USER, SYSTEM].map(statOf(child)).reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** Nothing for one that has ended meanwhile: its parent knows of it the next time. */
function usedBy(pid: string): number[] {
  try {
    return [USER, SYSTEM].map(statOf(pid));
  } catch {
    return [];
  }
}

/**
 * CPU seconds that the embedded PostgreSQL of a data folder has used so far, connections that have ended included.
 * Linux only. @throws Error when none is running there
 */
export function databaseCpu(dataDir: string): number {
  const [first] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const postmaster = statOf(first ?? '');
  const own = [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].map(postmaster);
  const children = childrenOf(Number(first)).flatMap(usedBy);
  return [...own, ...children].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}
