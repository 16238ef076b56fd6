import type { FastifyInstance } from 'fastify';
import { Problem } from '../lib/problem.ts';

/** Commands are flat objects; whoever sends more levels is trying something. */
const MAX_DEPTH = 5;

/** Whether brackets outside of strings are nested deeper than `max`. */
export function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let n = 0; n < text.length; n += 1) {
    const char = text[n];
    if (char === '\\' && inString) n += 1;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > max) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
}

/** JSON and nothing else: no forms, no plain text, no `__proto__` or `constructor` keys (rules S4, S5). */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A client that always names the type may have nothing to say; where a body is needed its schema misses it.
    if (body === '') done(null, undefined);
    else if (isDeeperThan(body, MAX_DEPTH)) done(new Problem('invalid_request'));
    else void parse(request, body, done);
  });
}
