import { randomBytes } from 'node:crypto';
import { createPasswords } from '../identity/passwords.ts';
import { normalisePhone } from '../identity/phone.ts';
import { operatorSecret, SECRET_BYTES } from '../operators/secret.ts';
import { asOwner, type connectClient } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { giveRole, hasSecret, listOperators, setSecret, takeRole } from '../storage/operators/roles.ts';
import { UsageError } from './errors.ts';

type Client = Awaited<ReturnType<typeof connectClient>>;
type Work = (client: Client) => Promise<void>;

/** Makes a new secret and prints it: only its hash is kept, so this is the only time that anybody sees it. */
async function renewSecret(client: Client): Promise<void> {
  const secret = operatorSecret(randomBytes(SECRET_BYTES));
  await setSecret(client, await (await createPasswords()).hash(secret), Date.now());
  console.log(`operator secret: ${secret}`);
  console.log('It is shown only now. Whoever is an operator needs it once in every session.');
}

async function add(client: Client, phone: string): Promise<void> {
  if (!(await giveRole(client, phone))) throw new StorageError(`nobody is registered with ${phone}`);
  console.log(`operator: ${phone}`);
  if (!(await hasSecret(client))) await renewSecret(client);
}

async function remove(client: Client, phone: string): Promise<void> {
  if (!(await takeRole(client, phone))) throw new StorageError(`${phone} is no operator`);
  console.log(`no longer an operator: ${phone}`);
}

async function list(client: Client): Promise<void> {
  const operators = await listOperators(client);
  for (const { phone, seenAt } of operators) {
    console.log(seenAt === null ? phone : `${phone}  in the operator area at ${new Date(seenAt).toISOString()}`);
  }
  if (operators.length === 0) console.log('no operators');
}

/** @throws UsageError with one line */
function parse([action, typed, ...others]: string[]): Work {
  if (action === 'list' && typed === undefined) return list;
  if (action === 'secret' && typed === undefined) return renewSecret;
  if ((action !== 'add' && action !== 'remove') || typed === undefined || others.length > 0) {
    throw new UsageError('did you mean: operator add PHONE, operator remove PHONE, operator list, operator secret');
  }
  const phone = normalisePhone(typed);
  if (phone === null) throw new UsageError(`«${typed}» is no phone number`);
  return (client) => (action === 'add' ? add : remove)(client, phone);
}

/** Who may enter the operator area, and with which secret. A running server heeds it with the next request. */
export function operatorCommand(
  operands: string[],
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  const work = parse(operands);
  return withDatabase(async ({ target }) => {
    await asOwner(target, work);
    return 0;
  });
}
