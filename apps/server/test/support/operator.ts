import { hash } from '@node-rs/argon2';
import type { TestDatabase } from '../harness/database.ts';
import { newPhone, type Person, type TestServer } from './server.ts';

export const OPERATOR_SECRET = 'k3x7m-canary-secret';

/** Cheaper than the product's, as every test file needs one. */
const CHEAP = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

export async function setOperatorSecret({ owner }: TestDatabase, secret = OPERATOR_SECRET): Promise<void> {
  await owner.query(
    `INSERT INTO operator_secret (hash, set_at) VALUES ($1, 0) ON CONFLICT (only_one) DO UPDATE SET hash = excluded.hash`,
    [await hash(secret, CHEAP)],
  );
}

export type Operator = Person & { phone: string };

/** Somebody new with the role, who has not stepped up. */
export async function registerOperator(database: TestDatabase, server: TestServer, phone?: string): Promise<Operator> {
  const person = await server.register(phone ?? newPhone());
  await database.owner.query(`UPDATE users SET role = 'operator' WHERE phone = $1`, [person.phone]);
  return person;
}

/** An operator inside the operator area; the secret has to be set. */
export async function steppedUpOperator(database: TestDatabase, server: TestServer): Promise<Operator> {
  const operator = await registerOperator(database, server);
  const { status, body } = await operator.post('/admin/step-up', { secret: OPERATOR_SECRET });
  if (status !== 200) throw new Error(`not stepped up: ${JSON.stringify(body)}`);
  return operator;
}
