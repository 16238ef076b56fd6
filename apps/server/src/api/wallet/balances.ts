import { wallet } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';

/** The practice wallet of whoever asks. */
export function walletRoute(app: Server, { wallets }: Services): void {
  app.get('/wallet', { schema: { response: { 200: wallet } } }, async (request) => ({
    items: await wallets.balances(identityOf(request).user.id),
  }));
}
