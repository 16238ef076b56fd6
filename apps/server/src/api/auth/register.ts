import { registration, user } from '@plecho/contract';
import type { Server, Services } from '../server.ts';
import { setDeviceCookie, setSessionCookie } from '../session-cookie.ts';
import { originOf, toUser } from './user-body.ts';

/** Registers, opens the account in the main market and the practice wallet, and signs in. */
export function registerRoute(app: Server, { accounts, accountIds, markets, network }: Services): void {
  app.post('/auth/register', { schema: { body: registration, response: { 200: user } } }, async (request, reply) => {
    const { phone, password, firstName, lastName } = request.body;
    const signedIn = await accounts.register(
      { phone, password, firstName: firstName ?? null, lastName: lastName ?? null },
      originOf(request),
    );
    try {
      await accountIds.enter(signedIn.user.id, markets.mainId);
    } catch (error) {
      request.log.warn({ err: error }, 'the account will be opened at its first use');
    }
    try {
      await network.open(signedIn.user.id);
    } catch (error) {
      request.log.warn({ err: error }, 'the practice wallet will be opened at its first use');
    }
    setSessionCookie(request, reply, signedIn.secret);
    setDeviceCookie(request, reply, signedIn.device);
    return toUser(signedIn.user);
  });
}
