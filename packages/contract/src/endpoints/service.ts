import { health as healthBody, readiness } from '../health.ts';
import { endpoint, fileEndpoint, type Address } from './endpoint.ts';

const READY = {
  ready: true,
  draining: false,
  database: 'ok',
  ledger: 'ok',
  markets: [{ market: 'main', status: 'running', halted: false, priceAgeMs: 250 }],
};

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  description: 'The process answers.',
  answer: healthBody,
  errors: [],
  example: { answer: { ok: true, version: '0.1.0', uptimeSeconds: 3600 } },
});

export const ready = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  description: 'Whether the server should be given work, and what keeps it from it.',
  answer: readiness,
  otherAnswers: { 503: readiness },
  errors: [],
  example: { answer: READY },
});

export const metrics = fileEndpoint({
  method: 'GET',
  path: '/api/metrics',
  access: 'machine',
  description: 'Figures of the process for Prometheus, in its text format 0.0.4.',
  media: 'text/plain',
  errors: [],
  example: { answer: '# HELP plecho_guests Guests who were not ended\n# TYPE plecho_guests gauge\nplecho_guests 3\n' },
});

/** Where probes look for them. */
export const healthAtRoot = { ...health, path: '/health' } as const;
export const readyAtRoot = { ...ready, path: '/health/ready' } as const;
export const metricsAtRoot = { ...metrics, path: '/metrics' } as const;

/** The WebSocket. */
export const stream = { method: 'GET', path: '/api/stream', access: 'user', errors: [] } as const satisfies Address;
/** The web app. */
export const pages = { method: 'GET', path: '/*', access: 'public', errors: ['not_found'] } as const satisfies Address;
