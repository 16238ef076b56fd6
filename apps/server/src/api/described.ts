import { addressName, api, type Address, type Endpoint, type FileEndpoint } from '@plecho/contract';

/** Everything that is served, by its name: "POST /api/wallet/send". What is not here can't be registered (rule S6). */
export const DESCRIBED: ReadonlyMap<string, Address | Endpoint | FileEndpoint> = new Map(
  Object.values<Readonly<Record<string, Address | Endpoint | FileEndpoint>>>(api)
    .flatMap((resource) => Object.values(resource))
    .map((address) => [addressName(address), address]),
);

/** What a route is described as, as Fastify names it; HEAD goes with GET. @throws Error when it is not described */
export function describedAs(method: string, url: string): Address | Endpoint | FileEndpoint {
  const name = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  const address = DESCRIBED.get(name);
  if (address === undefined) throw new Error(`${name} is not described`);
  return address;
}
