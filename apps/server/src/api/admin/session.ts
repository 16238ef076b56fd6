import { api } from '@plecho/contract';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { audited } from './audited.ts';

/** The step-up of a session: how it stands, made with the operator secret and a new cookie, and given up. */
export function operatorSessionRoutes(app: Server, services: Services): void {
  handle(app, api.admin.session, (request) => services.operators.access.session(identityOf(request).session.id));
  handle(app, api.admin.stepUp, async (request, reply) => {
    const { secret, session } = await audited(services, request, { action: 'stepUp' }, () =>
      services.operators.access.stepUp(identityOf(request), request.body.secret),
    );
    setSessionCookie(request, reply, secret);
    return session;
  });
  handle(app, api.admin.stepDown, (request) =>
    audited(services, request, { action: 'stepDown' }, () =>
      services.operators.access.stepDown(identityOf(request).session.id),
    ),
  );
}
