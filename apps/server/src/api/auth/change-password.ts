import { okBody, passwordChange } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';
import { originOf } from './user-body.ts';

/** Ends all other sessions of the user. */
export function changePasswordRoute(app: Server, { accounts }: Services): void {
  app.post('/auth/password', { schema: { body: passwordChange, response: { 200: okBody } } }, async (request) => {
    const { currentPassword, newPassword } = request.body;
    await accounts.changePassword(identityOf(request), currentPassword, newPassword, originOf(request));
    return { ok: true as const };
  });
}
