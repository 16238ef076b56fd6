import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { appOptions, declaredApp } from '../../test/support/app.ts';
import { accessOf, ROUTES } from './routes.ts';
import type { Services } from './server.ts';

describe('the table of routes', () => {
  it('S6 lists only routes that exist', async () => {
    const app = await declaredApp();
    for (const route of Object.keys(ROUTES)) {
      const [method = '', url = ''] = route.split(' ');
      expect(app.hasRoute({ method, url }), route).toBe(true);
    }
  });

  it('S6 refuses to register a route that it does not list', async () => {
    const services = { version: '0', clock: { now: () => 0 } } as Services;
    const app = await createApp(services, appOptions());
    expect(() => app.get('/api/admin/secrets', () => 'x')).toThrow(
      'GET /api/admin/secrets is not in the table of routes',
    );
    expect(() => app.delete('/api/trading/balance', () => 'x')).toThrow(
      'DELETE /api/trading/balance is not in the table',
    );
  });

  it('S6 treats HEAD like GET', () => {
    expect(accessOf('HEAD', '/api/trading/balance')).toBe('user');
  });

  it('S6 keeps everything of a person behind a session', () => {
    const open = Object.entries(ROUTES)
      .filter(([, access]) => access === 'public')
      .map(([route]) => route);
    expect(open.filter((route) => route.includes('/trading/') || route.includes('/stream'))).toEqual([]);
  });
});
