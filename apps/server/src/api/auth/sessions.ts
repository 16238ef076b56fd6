import { sessionList } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';

/** Where the user is signed in. */
export function sessionsRoute(app: Server, { sessions }: Services): void {
  app.get('/auth/sessions', { schema: { response: { 200: sessionList } } }, async (request) => {
    const { user, session } = identityOf(request);
    const items = (await sessions.list(user.id)).map((other) => ({
      id: other.id.toString(),
      createdAt: Math.floor(other.createdAt / 1000),
      lastSeenAt: Math.floor(other.lastSeenAt / 1000),
      userAgent: other.userAgent,
      current: other.id === session.id,
    }));
    return { items };
  });
}
