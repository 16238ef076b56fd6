import { user } from '@plecho/contract';
import { identityOf, type Server } from '../server.ts';
import { toUser } from './user-body.ts';

export function profileRoute(app: Server): void {
  app.get('/auth/profile', { schema: { response: { 200: user } } }, (request) => {
    return toUser(identityOf(request).user);
  });
}
