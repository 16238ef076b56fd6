import { api } from '@plecho/contract';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** How whoever asks appears to others. */
export function personaRoutes(app: Server, { personas }: Services): void {
  handle(app, api.persona.mine, async (request) => ({ persona: await personas.of(identityOf(request).user.id) }));

  handle(app, api.persona.choose, async (request) => {
    await personas.choose(identityOf(request).user.id, request.body);
    return { persona: request.body };
  });
}
