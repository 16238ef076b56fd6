import { createHmac } from 'node:crypto';
import { Client, Pool, types, type ClientBase, type ClientConfig, type PoolConfig } from 'pg';

/** Where a product's tables are: one database may hold several, each in a schema of its own. */
export interface Target {
  /** Connection string of the owner, who may create tables and roles. */
  ownerUrl: string;
  schema: string;
}

/** Where statements go: a pool, or one connection. */
export type Queryable = Pick<ClientBase, 'query'>;

export const PRODUCT_SCHEMA = 'plecho';

const INT8 = 20;
const INT8_ARRAY = 1016;
const parseBigIntArray = (text: string): bigint[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => BigInt(item));

/** PostgreSQL's bigint as a JavaScript bigint, for our own connections only. */
const bigintTypes: NonNullable<ClientConfig['types']> = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return BigInt;
    if (oid === INT8_ARRAY) return parseBigIntArray;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';

/** The role that the application connects as: it may add to the ledger and not change what is there (rule L5). */
export function appRole(ownerUrl: string): { name: string; password: string } {
  const database = databaseOf(ownerUrl);
  const secret = decodeURIComponent(new URL(ownerUrl).password);
  return {
    name: `${database.slice(0, 50)}_app`,
    password: createHmac('sha256', secret).update(`plecho application role of ${database}`).digest('base64url'),
  };
}

function configOf(connectionString: string, schema: string): ClientConfig {
  return {
    connectionString,
    application_name: schema,
    options: `-c search_path=${schema} -c timezone=UTC`,
    types: bigintTypes,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}

export function ownerConfig({ ownerUrl, schema }: Target): ClientConfig {
  return configOf(ownerUrl, schema);
}

export function appConfig({ ownerUrl, schema }: Target): ClientConfig {
  const url = new URL(ownerUrl);
  const { name, password } = appRole(ownerUrl);
  url.username = encodeURIComponent(name);
  url.password = password;
  return configOf(url.href, schema);
}

/**
 * A pool whose connections may break without ending the process; a broken one is replaced. The pool
 * itself listens only to idle ones: one that breaks while it is lent out would be an uncaught error.
 */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  const ignore = (): void => {
    // The connection leaves the pool; the query under way, or the next one, reports what is wrong.
  };
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** A connection of its own, outside any pool. */
export async function connectClient(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {
    // Reported by the query that fails, or by the 'end' event to whoever waits for it.
  });
  await client.connect();
  return client;
}
