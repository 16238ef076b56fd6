import { depositAddressList, depositAddressQuery } from '@plecho/contract';
import { identityOf, type Server, type Services } from '../server.ts';

/** Where the account of whoever asks receives coins. */
export function depositAddressesRoute(app: Server, { network }: Services): void {
  const schema = { querystring: depositAddressQuery, response: { 200: depositAddressList } };
  app.get('/payments/deposit-addresses', { schema }, async (request) => {
    const { asset } = request.query;
    const items = await network.depositAddresses(identityOf(request).user.id);
    return { items: items.filter((item) => asset === undefined || item.asset === asset) };
  });
}
