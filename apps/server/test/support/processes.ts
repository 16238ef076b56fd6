import { randomUUID } from 'node:crypto';
import { PROCESS_ROLES } from '@plecho/domain';
import type { ProcessIdentity } from '../../src/storage/cluster/process-store.ts';

/** A process of all roles; all of them are this one, in which the tests run. */
export const newProcess = (host: string): ProcessIdentity => ({
  ...{ id: randomUUID(), roles: PROCESS_ROLES, host, pid: process.pid, version: '1.0.0' },
});
