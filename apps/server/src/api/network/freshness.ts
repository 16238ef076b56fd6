import type { FastifyReply } from 'fastify';

/** What the explorer shows is the same for everybody; a proxy may keep it for as long as the fastest chain's block. */
export function shareForASecond(reply: FastifyReply): void {
  void reply.header('cache-control', 'public, max-age=1');
}
