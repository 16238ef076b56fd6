import { appConfig, createPool, type Target } from '../connection.ts';

/** Longer than the database takes when it is there; after it a process counts as not heard. */
const TIMEOUT_MS = 5_000;

/**
 * Connections for what processes say of themselves and see of each other. They are apart from those of requests: a process
 * whose requests wait for connections must not seem to be silent, or it would lose its markets.
 */
export const createClusterPool = (target: Target): ReturnType<typeof createPool> =>
  createPool({
    ...{ ...appConfig(target), max: 2, query_timeout: TIMEOUT_MS, connectionTimeoutMillis: TIMEOUT_MS },
    keepAliveInitialDelayMillis: TIMEOUT_MS,
  });
