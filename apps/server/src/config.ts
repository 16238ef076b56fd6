import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';

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

/** "10.0.0.0/8" or "::1/128": addresses of the proxies whose X-Forwarded-* headers are believed. */
function isCidr(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const family = isIP(address);
  if (family === 0 || !/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

const cidrList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isCidr), 'must be a list of address ranges such as 10.0.0.0/8');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const settings = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  MARKET_SEED: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .optional(),
  MAIN_MARKET: z.enum(['synthetic'], 'must be synthetic').default('synthetic'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TRUST_PROXY: cidrList.optional(),
});

export interface Config {
  /** 0 lets the system choose one. */
  port: number;
  host: string;
  /** undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** undefined: what the main market in the database is made from, or secret keys at the first start. */
  marketSeed: string | undefined;
  mainMarket: 'synthetic';
  logLevel: (typeof LOG_LEVELS)[number];
  /** Address ranges of trusted proxies; false when the server is reached directly. */
  trustProxy: string[] | false;
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
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    dataDir: resolve(value.DATA_DIR),
    marketSeed: value.MARKET_SEED,
    mainMarket: value.MAIN_MARKET,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY ?? false,
  };
}
