import { okBody, passwordChange } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';
import { setDeviceCookie } from '../session-cookie.ts';
import { originOf } from './user-body.ts';

/** Ends all other sessions of the user and makes all other devices unknown. */
export function changePasswordRoute(app: Server, { accounts }: Services): void {
  app.post(
    '/auth/password',
    { schema: { body: passwordChange, response: { 200: okBody } } },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body;
      const device = await accounts.changePassword(
        identityOf(request),
        currentPassword,
        newPassword,
        originOf(request),
      );
      setDeviceCookie(request, reply, device);
      return { ok: true as const };
    },
  );
}
