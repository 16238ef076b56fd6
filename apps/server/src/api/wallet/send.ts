import { idempotencyHeaders, walletSend, walletTransaction } from '@plecho/contract';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** Sends practice coins from the wallet of whoever asks. */
export function walletSendRoute(app: Server, { wallets, clock }: Services): void {
  const schema = { headers: idempotencyHeaders, body: walletSend, response: { 200: walletTransaction } };
  app.post('/wallet/send', { schema }, (request) =>
    wallets.send(identityOf(request).user.id, request.body, idempotencyKeyOf(request, clock.now())),
  );
}
