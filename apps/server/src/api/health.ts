import { api } from '@plecho/contract';
import { handle, handleFile } from './handle.ts';
import type { Server, Services } from './server.ts';

const { health, healthAtRoot, ready, readyAtRoot, metrics, metricsAtRoot } = api.service;

/** Liveness, readiness and figures for machines; also without the /api prefix, where probes look for them. */
export function healthRoutes(app: Server, services: Services): void {
  const startedAt = services.clock.now();
  for (const endpoint of [health, healthAtRoot]) {
    handle(app, endpoint, () => {
      const uptimeSeconds = Math.floor((services.clock.now() - startedAt) / 1000);
      return { ok: true as const, version: services.version, uptimeSeconds };
    });
  }
  for (const endpoint of [ready, readyAtRoot]) {
    handle(app, endpoint, async (_request, reply) => {
      const state = await services.readiness();
      void reply.code(state.ready ? 200 : 503);
      return state;
    });
  }
  for (const endpoint of [metrics, metricsAtRoot]) {
    handleFile(app, endpoint, async (_request, reply) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await services.metrics()),
    );
  }
}
