import { appConfig, createPool, type Target } from './connection.ts';

type Pool = ReturnType<typeof createPool>;

/** For reads and jobs; markets write on other connections. */
const REQUEST_CONNECTIONS = 12;
/** Longer than any of their statements, which are small or done a page at a time. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Much longer than a draw takes: markets that another process has lost wait for it. */
const DRAW_TIMEOUT_MS = 5_000;

/**
 * Connections for requests and jobs. When the machine of the database is lost nobody tells them so: what is not answered in
 * time fails, and its connection is not used again. What is only slow the database gives up as well, or it would go on with
 * it, and wait for its locks, beside what is asked next.
 */
export const createRequestPool = (target: Target): Pool =>
  createPool({
    ...{ ...appConfig(target), max: REQUEST_CONNECTIONS },
    ...{ query_timeout: REQUEST_TIMEOUT_MS, statement_timeout: REQUEST_TIMEOUT_MS },
  });

/** A connection for ids of its own: a decision must not wait for the reads that share the others, nor for one that is lost. */
export const createIdPool = (target: Target): Pool =>
  createPool({
    ...{ ...appConfig(target), max: 1, query_timeout: DRAW_TIMEOUT_MS, connectionTimeoutMillis: DRAW_TIMEOUT_MS },
  });
