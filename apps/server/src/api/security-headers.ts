import { ServerResponse, type IncomingMessage } from 'node:http';
import helmet from 'helmet';
import type { StaticFiles } from '../lib/static-files.ts';

/** Nothing from elsewhere, nothing inline but what was built in, no frames (rule S7). */
function contentSecurityPolicy(pages: StaticFiles | null): Record<string, string[]> {
  const { script = [], style = [] } = pages?.inlineHashes ?? {};
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...script],
    styleSrc: ["'self'", ...style],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  };
}

/** The headers that every answer carries, an error before routing too: worked out once, since nothing in them changes. */
export function securityHeaders(pages: StaticFiles | null): Record<string, string> {
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(pages) },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage);
  apply(response.req, response, () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
