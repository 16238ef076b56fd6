import { okBody } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';
import { clearSessionCookie } from '../session-cookie.ts';

/** Ends every session of the user, this one included. */
export function logoutEverywhereRoute(app: Server, { accounts }: Services): void {
  app.post('/auth/logout-everywhere', { schema: { response: { 200: okBody } } }, async (request, reply) => {
    await accounts.signOutEverywhere(identityOf(request));
    clearSessionCookie(request, reply);
    return { ok: true as const };
  });
}
