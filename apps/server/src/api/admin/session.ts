import { operatorSession, stepUp } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { audited } from './audited.ts';

const response = { 200: operatorSession };

/** The step-up of a session: how it stands, made with the operator secret and a new cookie, and given up. */
export function operatorSessionRoutes(app: Server, services: Services): void {
  app.get('/admin/session', { schema: { response } }, (request) =>
    services.operators.access.session(identityOf(request).session.id),
  );
  app.post('/admin/step-up', { schema: { body: stepUp, response } }, async (request, reply) => {
    const { secret, session } = await audited(services, request, { action: 'stepUp' }, () =>
      services.operators.access.stepUp(identityOf(request), request.body.secret),
    );
    setSessionCookie(request, reply, secret);
    return session;
  });
  app.post('/admin/step-down', { schema: { response } }, (request) =>
    audited(services, request, { action: 'stepDown' }, () =>
      services.operators.access.stepDown(identityOf(request).session.id),
    ),
  );
}
