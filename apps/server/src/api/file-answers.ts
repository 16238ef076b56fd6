import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface FileAnswer {
  body: Uint8Array;
  /** The same, packed, where that is worth it. */
  gzip?: Uint8Array | null;
  /** null: nobody may keep it. */
  cache: {
    /** Whether anybody on the way may keep it for others. */
    shared: boolean;
    seconds: number;
    immutable: boolean;
  } | null;
}

const takesGzip = ({ headers }: FastifyRequest): boolean => /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));

/** Answers with bytes as they are; somebody who has them already is told so. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer): FastifyReply {
  const { body, gzip = null, cache } = answer;
  const packed = gzip !== null && takesGzip(request) ? gzip : null;
  if (gzip !== null) reply.header('vary', 'accept-encoding');
  if (cache !== null) {
    const tag = `"${hash('sha256', packed ?? body, 'base64url')}"`;
    const { shared, seconds, immutable } = cache;
    reply.header(
      'cache-control',
      `${shared ? 'public' : 'private'}, max-age=${seconds}${immutable ? ', immutable' : ''}`,
    );
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  }
  if (packed !== null) reply.header('content-encoding', 'gzip');
  return reply.send(packed ?? body);
}
