import type { IncomingHttpHeaders } from 'node:http';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const changesSomething = (method: string): boolean => !SAFE_METHODS.has(method);

/**
 * Whether a request may act on behalf of the browser's user (rule S4). `Sec-Fetch-Site` can't be
 * set by a page, so it speaks first; after it the Origin has to name the host that was asked.
 * Without either, the request is not from a browser's page, and is let through only when it
 * carries no cookie.
 *
 * @param host as the client addressed it, behind a trusted proxy too
 */
export function isSameOrigin(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (site === 'cross-site') return false;
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host;
  return headers.cookie === undefined;
}
