import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../lib/problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const changesSomething = (method: string): boolean => !SAFE_METHODS.has(method);

/**
 * Whether a request may act on behalf of the browser's user (rule S4). `Sec-Fetch-Site` can't be
 * set by a page, so it speaks first; after it the Origin has to name the host that was asked.
 * Without either, the request is not from a browser's page, and is let through only when it
 * carries no cookie.
 *
 * @param host as the client addressed it, behind a trusted proxy too
 * @param publicUrl the only origin that counts, where the site has one
 */
export function isSameOrigin(headers: IncomingHttpHeaders, host: string, publicUrl: URL | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (site === 'cross-site') return false;
  const { origin } = headers;
  if (origin === undefined) return headers.cookie === undefined;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return publicUrl === null ? asked.host === host : asked.origin === publicUrl.origin;
}

/** @throws Problem cross_site when the request is not from a page of ours */
export function requireSameOrigin({ headers, host, server }: FastifyRequest): void {
  if (!isSameOrigin(headers, host, server.publicUrl)) throw new Problem('cross_site');
}
