import { Client, Pool, types, type ClientBase, type ClientConfig, type PoolConfig, type QueryConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Where a product's tables are: one database may hold several, each in a schema of its own. */
export interface Installation {
  /** Connection string of the owner, who may create tables and roles. */
  ownerUrl: string;
  schema: string;
}

/** An installation that is prepared for the application, and how the application enters it. */
export interface Target extends Installation {
  app: AppRole;
}

/** The role that the application connects as: it may do what requests need and nothing else (rule S12). */
export interface AppRole {
  user: string;
  password: string;
}

/** Where statements go: a pool, or one connection. */
export type Queryable = Pick<ClientBase, 'query'>;

/** The driver knows a bound for one query, ms; its types don't. */
export type BoundedQuery = QueryConfig & { query_timeout: number };

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

/** What the connection string says comes first; only where the tables are is not its to say. */
function configOf({ ownerUrl, schema }: Installation): ClientConfig {
  const given = parseIntoClientConfig(ownerUrl);
  return {
    application_name: schema,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...given,
    // The temporary schema comes last, or its tables would be found before those of the product.
    options: `${given.options ?? ''} -c search_path=${schema},pg_temp -c timezone=UTC`.trimStart(),
    types: bigintTypes,
  };
}

/** For what the command line and the start do. Requests are served with {@link appConfig}. */
export function ownerConfig(installation: Installation): ClientConfig {
  return configOf(installation);
}

export function appConfig(target: Target): ClientConfig {
  return { ...configOf(target), ...target.app };
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

/**
 * A connection of its own, outside any pool.
 * @param prepare what has to be said on it first; where that fails, the connection is ended
 */
export async function connectClient(
  config: ClientConfig,
  prepare?: (client: Client) => Promise<unknown>,
): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => {
    // Reported by the query that fails, or by the 'end' event to whoever waits for it.
  });
  try {
    await client.connect();
    await prepare?.(client);
    return client;
  } catch (error) {
    // One that fails on this side, without a password, would leave the database waiting for it. Not waited for: it may not answer.
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Does one thing as the owner, on a connection that is closed afterwards. */
export async function asOwner<T>(installation: Installation, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = await connectClient(ownerConfig(installation));
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
