import { credentials, user } from '@plecho/contract';
import type { Server, Services } from '../server.ts';
import { setDeviceCookie, setSessionCookie } from '../session-cookie.ts';
import { originOf, toUser } from './user-body.ts';

export function loginRoute(app: Server, { accounts }: Services): void {
  app.post('/auth/login', { schema: { body: credentials, response: { 200: user } } }, async (request, reply) => {
    const { phone, password } = request.body;
    const signedIn = await accounts.login(phone, password, originOf(request));
    setSessionCookie(request, reply, signedIn.secret);
    setDeviceCookie(request, reply, signedIn.device);
    return toUser(signedIn.user);
  });
}
