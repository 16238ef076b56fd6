import { okBody } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';
import { clearSessionCookie } from '../session-cookie.ts';

export function logoutRoute(app: Server, { sessions }: Services): void {
  app.post('/auth/logout', { schema: { response: { 200: okBody } } }, async (request, reply) => {
    await sessions.end(identityOf(request));
    clearSessionCookie(request, reply);
    return { ok: true as const };
  });
}
