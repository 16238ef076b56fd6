import { expect, it } from 'vitest';
import { addressesOnly } from './endpoint-addresses.ts';

const source = `import { order } from '../trading.ts';
import { endpoint } from './endpoint.ts';

const ORDER = { id: '13' };

export const cancel = endpoint({
  method: 'DELETE',
  path: '/api/trading/orders/:id',
  access: 'user',
  answer: order,
  example: { answer: { ...ORDER, method: 'none' } },
});
export const other = { ...cancel, path: '/orders/:id' } as const;
`;

it('leaves of an endpoint what a call of it needs', () => {
  expect(addressesOnly(source, 'orders.ts')).toBe(`
import { endpoint } from './endpoint.ts';



export const cancel = endpoint({ method: 'DELETE', path: '/api/trading/orders/:id' });
export const other = { ...cancel, path: '/orders/:id' } as const;
`);
});

it('leaves of an endpoint that answers with a file what kind of file it is, too', () => {
  const file = `import { pattern } from '../log.ts';
import { fileEndpoint } from './endpoint.ts';
const market = z.string();
export const tile = fileEndpoint({ method: 'GET', path: '/api/log/:market/tile/*', params: z.regex(pattern), media: 'text/plain', errors: [] });
`;
  expect(addressesOnly(file, 'log.ts')).toBe(`
import { fileEndpoint } from './endpoint.ts';

export const tile = fileEndpoint({ method: 'GET', path: '/api/log/:market/tile/*', media: 'text/plain' });
`);
});

it('takes no endpoint that cannot be called', () => {
  expect(() => addressesOnly(`export const lost = endpoint({ method: 'GET', ...rest })`, 'lost.ts')).toThrow(
    'without a method or a path',
  );
});
