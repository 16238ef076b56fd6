import { randomBytes } from 'node:crypto';
import { blockReason } from '@plecho/contract';
import type { BlockReason } from '@plecho/domain';
import { createPasswords } from '../identity/passwords.ts';
import { normalisePhone } from '../identity/phone.ts';
import { operatorSecret, SECRET_BYTES } from '../operators/secret.ts';
import { asOwner, type connectClient } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import {
  giveRole,
  hasSecret,
  listOperators,
  setOperatorBlocked,
  setSecret,
  takeRole,
} from '../storage/operators/roles.ts';
import { UsageError } from './errors.ts';

type Client = Awaited<ReturnType<typeof connectClient>>;
type Work = (client: Client) => Promise<void>;

/** Makes a new secret and prints it: only its hash is kept, so this is the only time that anybody sees it. */
async function renewSecret(client: Client): Promise<void> {
  const secret = operatorSecret(randomBytes(SECRET_BYTES));
  await setSecret(client, await (await createPasswords()).hash(secret, { of: 'newcomers' }), Date.now());
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

async function setBlocked(client: Client, phone: string, blocked: boolean, reason: BlockReason | null): Promise<void> {
  const changed = await setOperatorBlocked(client, phone, blocked, reason, Date.now());
  if (changed === null) throw new StorageError(`${phone} is no operator`);
  const now = blocked ? 'blocked' : 'not blocked';
  console.log(changed ? `${now}: ${phone}` : `${now} already: ${phone}`);
}

async function list(client: Client): Promise<void> {
  const operators = await listOperators(client);
  for (const { phone, isBlocked, seenAt } of operators) {
    const seen = seenAt === null ? '' : `  in the operator area at ${new Date(seenAt).toISOString()}`;
    console.log(`${phone}${isBlocked ? '  blocked' : ''}${seen}`);
  }
  if (operators.length === 0) console.log('no operators');
}

const USAGE =
  'did you mean: operator add PHONE, operator remove PHONE, operator block PHONE, operator unblock PHONE, operator list, operator secret';

const ON_PHONE: Readonly<Record<string, (client: Client, phone: string, reason: BlockReason | null) => Promise<void>>> =
  {
    add,
    remove,
    block: (client, phone, reason) => setBlocked(client, phone, true, reason),
    unblock: (client, phone, reason) => setBlocked(client, phone, false, reason),
  };

/** @throws UsageError with one line */
function parseReason(action: string, text: string | undefined): BlockReason | null {
  if (text === undefined) return null;
  if (action !== 'block' && action !== 'unblock') throw new UsageError(`operator ${action} has no option --reason`);
  const reason = blockReason.safeParse(text);
  if (!reason.success) throw new UsageError(`--reason must be one of ${blockReason.options.join(', ')}`);
  return reason.data;
}

/** @throws UsageError with one line */
function parse([action = '', typed, ...others]: string[], reasonText: string | undefined): Work {
  const reason = parseReason(action, reasonText);
  if (action === 'list' && typed === undefined) return list;
  if (action === 'secret' && typed === undefined) return renewSecret;
  const work = Object.hasOwn(ON_PHONE, action) ? ON_PHONE[action] : undefined;
  if (work === undefined || typed === undefined || others.length > 0) throw new UsageError(USAGE);
  const phone = normalisePhone(typed);
  if (phone === null) throw new UsageError(`«${typed}» is no phone number`);
  return (client) => work(client, phone, reason);
}

/**
 * Who may enter the operator area, and with which secret. A running server heeds it with the next request.
 * @param reason of a block, as it was typed
 */
export function operatorCommand(
  operands: string[],
  reason: string | undefined,
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  const work = parse(operands, reason);
  return withDatabase(async ({ target }) => {
    await asOwner(target, work);
    return 0;
  });
}
