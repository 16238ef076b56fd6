import { health, readiness } from '@plecho/contract';
import * as z from 'zod';
import type { Server, Services } from './server.ts';

/** Liveness, readiness and figures for machines; also without the /api prefix, where probes look for them. */
export function healthRoutes(app: Server, services: Services): void {
  const startedAt = services.clock.now();
  app.get('/health', { schema: { response: { 200: health } } }, () => {
    const uptimeSeconds = Math.floor((services.clock.now() - startedAt) / 1000);
    return { ok: true as const, version: services.version, uptimeSeconds };
  });
  app.get('/health/ready', { schema: { response: { 200: readiness, 503: readiness } } }, async (_request, reply) => {
    const state = await services.readiness();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
  app.get('/metrics', { schema: { response: { 200: z.string() } } }, async (_request, reply) => {
    const text = await services.metrics();
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .serializer((body: string) => body)
      .send(text);
  });
}
