import type { Address } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { appOptions, declaredApp } from '../../test/support/app.ts';
import { createApp } from '../app.ts';
import { DESCRIBED, describedAs } from './described.ts';
import type { Services } from './server.ts';

describe('what is described', () => {
  it('S6 is served', async () => {
    const app = await declaredApp();
    for (const [name, { method, path: url }] of DESCRIBED) expect(app.hasRoute({ method, url }), name).toBe(true);
  });

  it('S6 is all that can be registered', async () => {
    const services = { version: '0', clock: { now: () => 0 } } as Services;
    const app = await createApp(services, appOptions());
    expect(() => app.get('/api/admin/secrets', () => 'x')).toThrow('GET /api/admin/secrets is not described');
    expect(() => app.delete('/api/trading/balance', () => 'x')).toThrow('DELETE /api/trading/balance is not described');
  });

  it('S6 treats HEAD like GET', () => {
    expect(describedAs('HEAD', '/api/trading/balance').access).toBe('user');
  });

  it('S6 keeps everything of a person behind a session', () => {
    const isOpen = ({ access }: Address): boolean => access === 'public' || access === 'anybody';
    const open = [...DESCRIBED.values()].filter(isOpen).map(({ path }) => path);
    expect(open.filter((path) => path.includes('/trading/') || path.includes('/stream'))).toEqual([]);
  });
});
