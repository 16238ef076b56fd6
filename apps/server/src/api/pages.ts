import { api } from '@plecho/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../lib/problem.ts';
import type { Encoding, StaticFile, StaticFiles } from '../lib/static-files.ts';
import type { Server } from './server.ts';

function encodingOf(request: FastifyRequest, file: StaticFile): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (file.bodies.br !== undefined && /\bbr\b/.test(accepted)) return 'br';
  return file.bodies.gzip !== undefined && /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const encoding = encodingOf(request, file);
  const etag = encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  reply.header('vary', 'accept-encoding').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file.bodies[encoding] ?? file.bodies.identity);
}

/** The service worker that keeps the app's files, and the one that forgets them and takes itself off. */
const WORKER = '/worker.js';
const WORKER_OFF = '/worker-off.js';

/** A path of the app (every one without a file's extension) is index.html; the app finds its way from there. */
function fileOf({ files }: StaticFiles, path: string): StaticFile | undefined {
  return files.get(path) ?? (/\.[a-z0-9]{1,12}$/i.test(path) ? undefined : files.get('/index.html'));
}

/**
 * Serves the web app.
 * @param offlineShell whether browsers may keep its files; where not, those that do are told to forget them
 */
export function registerPages(app: Server, pages: StaticFiles, offlineShell: boolean): void {
  app.get<{ Params: { '*': string } }>(api.service.pages.path, { schema: { hide: true } }, (request, reply) => {
    const asked = `/${request.params['*']}`;
    const path = asked === WORKER && !offlineShell ? WORKER_OFF : asked;
    const file = /^\/api(\/|$)/.test(path) ? undefined : fileOf(pages, path);
    if (file === undefined) throw new Problem('not_found');
    return sendFile(request, reply, file);
  });
}
