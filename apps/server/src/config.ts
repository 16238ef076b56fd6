import { resolve } from 'node:path';
import { PROCESS_ROLES, type ProcessRole } from '@plecho/domain';
import * as z from 'zod';
import { PUBLIC_DATA, type BinanceUrls } from './feeds/binance/hosts.ts';
import { addressRanges } from './lib/address-ranges.ts';

/** A setting has a value that can't be used; the message is one line for the person at the terminal. */
export class ConfigError extends Error {}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const postgresUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
    'must be a URL postgres://user:password@host:port/database',
  );

function isCidr(text: string): boolean {
  try {
    addressRanges([text]);
    return true;
  } catch {
    return false;
  }
}

/** Addresses of the proxies whose X-Forwarded-* headers are believed. */
const cidrList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isCidr), 'must be a list of address ranges such as 10.0.0.0/8');

/** What is left of a URL that names a site and no page of it. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return /^https?:$/.test(protocol) && [origin, `${origin}/`].includes(text.toLowerCase());
}

/** Its paths are chosen here. */
const hasNoPage = ({ pathname, search, hash, username, password }: URL): boolean =>
  pathname === '/' && search + hash + username + password === '';

/** Whether each `%` of the user and password begins the code of a byte of a text. */
function hasReadableUser({ username, password }: URL): boolean {
  try {
    for (const text of [username, password]) decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const origin = z
  .string()
  .refine(isOrigin, 'must be the origin of the site such as https://plecho.example')
  .transform((text) => new URL(text));

export const SHARED_MARKETS = ['synthetic', 'binance'] as const;
export type SharedMarket = (typeof SHARED_MARKETS)[number];

/** Some of the names that are known, each at most once. */
const listOf = <const T extends string>(known: readonly T[]) => {
  const isKnown = (name: string): name is T => known.some((each) => each === name);
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (names): names is T[] => names.every(isKnown) && new Set(names).size === names.length,
      `must be a list of ${known.join(', ')}, each at most once`,
    );
};

const site = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
    .transform((text) => new URL(text));

const NO_PAGE = 'must be the origin of a site, without a path, a query or a user';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const settings = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  ROLES: listOf(PROCESS_ROLES).optional(),
  NATS_URL: site('nats:', 'tls:')
    .refine(hasReadableUser, 'must have a user and a password whose % begin a code, as %25 does for % itself')
    .optional(),
  MARKET_SEED: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .optional(),
  MARKETS: listOf(SHARED_MARKETS).optional(),
  BINANCE_REST_URL: site('https:', 'http:').refine(hasNoPage, NO_PAGE).default(PUBLIC_DATA.restUrl),
  BINANCE_STREAM_URL: site('wss:', 'ws:').refine(hasNoPage, NO_PAGE).default(PUBLIC_DATA.streamUrl),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TRUST_PROXY: cidrList.optional(),
  PUBLIC_URL: origin.optional(),
  OFFLINE_SHELL: z.enum(['on', 'off'], 'must be on or off').default('on'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 printable characters without spaces')
    .optional(),
});

export interface Config {
  /** 0 lets the system choose one. */
  port: number;
  host: string;
  /** undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** What this process does of what there is to do. */
  roles: readonly ProcessRole[];
  /** Where this process meets the others of its installation; undefined: there are none. */
  natsUrl: URL | undefined;
  /** undefined: what the main market in the database is made from, or secret keys at the first start. */
  marketSeed: string | undefined;
  /** The shared markets, the main one first; undefined: those that are there, a synthetic one at the first start. */
  marketNames: SharedMarket[] | undefined;
  binance: BinanceUrls;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Address ranges of trusted proxies; false when the server is reached directly. */
  trustProxy: string[] | false;
  /** The site as browsers address it; undefined: whatever host they name. */
  publicUrl: URL | undefined;
  /** Whether browsers may keep the web app's files; where not, they are told to forget them. */
  offlineShell: boolean;
  /** Lets a machine elsewhere read the figures; undefined: only this one can. */
  metricsToken: string | undefined;
}

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 * @throws ConfigError naming the first bad variable, without its value (it may hold a password).
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'configuration'}: ${issue?.message ?? 'invalid'}`);
  }
  const value = parsed.data;
  if (value.ROLES !== undefined && value.ROLES.length < PROCESS_ROLES.length && value.NATS_URL === undefined) {
    throw new ConfigError('ROLES: a process with some of the roles needs NATS_URL, where it meets the others');
  }
  if (value.NATS_URL !== undefined && value.DATABASE_URL === undefined) {
    throw new ConfigError('NATS_URL: several processes need DATABASE_URL, one database for all of them');
  }
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    dataDir: resolve(value.DATA_DIR),
    roles: value.ROLES ?? PROCESS_ROLES,
    natsUrl: value.NATS_URL,
    marketSeed: value.MARKET_SEED,
    marketNames: value.MARKETS,
    binance: { restUrl: value.BINANCE_REST_URL, streamUrl: value.BINANCE_STREAM_URL },
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY ?? false,
    publicUrl: value.PUBLIC_URL,
    offlineShell: value.OFFLINE_SHELL === 'on',
    metricsToken: value.METRICS_TOKEN,
  };
}
