import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config.ts';
import { KlineFileError } from '../feeds/replay/index.ts';
import { openDatabase, type Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { backUpTo, restoreFrom } from './backups.ts';
import { importDataset } from './dataset.ts';
import { InputError, UsageError } from './errors.ts';
import { checkTheLedger } from './ledger.ts';
import { logCommand } from './log.ts';
import { marketCommand } from './market.ts';
import { operatorCommand } from './operator.ts';
import { recomputeDay } from './recompute.ts';
import { createReplay } from './replay.ts';
import { verifyFile } from './verify.ts';

const HELP = `npm run plecho -- COMMAND

  ledger check             verifies every balance, position and trade from the ledger's entries
  verify FILE              checks the proof of a trade, step by step; needs neither database nor server (-: what comes in)
      --key KEY            trusts this key alone, as log key prints it; by default the one in the file
      --klines FILE        compares its prices with klines that the exchange published (Binance CSV, gzip, zip)
      --day-key HEX        makes its prices anew from the published key of their day, in the synthetic market
  log check [MARKET]       makes the log of every market, or of one, anew from its entries and compares all of it
  log key                  prints the key that signs the logs, for verify --key
  log rotate-key           makes a new one, which the old one introduces; a running server takes it at once
  backup FILE              writes everything to FILE, also beside a running server
  restore FILE [--force]   replaces everything by a backup; --force when there are users already
  market resume [ID]       checks the whole ledger and lets a halted market go on; by default the main one
  market withdraw ID       ends a replay at its last prices; only those who traded in it still find it
  operator add PHONE       lets a registered user into the operator area; prints the operator secret when it is new
  operator remove PHONE    takes that back, from the next request on
  operator block PHONE     closes the operator area to an operator, also to the last one; unblock opens it again
      --reason NAME        conduct, sharedAccount or ownRequest, for the line in the operator's own log
  operator list            who is an operator
  operator secret          makes a new operator secret and prints it, once; the old one opens nothing any more
  market recompute DAY     makes a finished day of the synthetic market, such as 2026-11-20, anew from its published
                           key and compares it with the stored candles and with the prices that fills used
      --symbol SYMBOL      one pair; by default all of them
      --key HEX            the key as it was published; by default that of the database
  dataset import FILE...   keeps recorded one-minute klines (Binance CSV, gzip, zip), for everybody to replay
  replay FILE...           keeps them as dataset import does and starts a shared replay of them
      --from ISO           where it begins, e.g. 2026-02-05T12:00Z; by default at the first row
      --speed N            market seconds in a second, 1 to 600; by default 60

DATA_DIR and DATABASE_URL choose the installation, as for the server.`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  force: { type: 'boolean' },
  reason: { type: 'string' },
  from: { type: 'string' },
  speed: { type: 'string' },
  symbol: { type: 'string' },
  key: { type: 'string' },
  klines: { type: 'string' },
  'day-key': { type: 'string' },
} as const;

type Values = { [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string };

const ALLOWED = {
  ledger: [],
  verify: ['key', 'klines', 'day-key'],
  log: [],
  backup: [],
  restore: ['force'],
  market: ['symbol', 'key'],
  operator: ['reason'],
  dataset: [],
  replay: ['from', 'speed'],
} as const satisfies Record<string, readonly (keyof Values)[]>;

type Command = keyof typeof ALLOWED;

const isCommand = (text: string): text is Command => Object.hasOwn(ALLOWED, text);

/** @throws UsageError with one line */
function parse(args: string[]): { command: Command | 'help'; operands: string[]; values: Values } {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [command = '', ...operands] = positionals;
    if (values.help === true || command === '' || command === 'help') return { command: 'help', operands, values };
    if (!isCommand(command)) throw new UsageError(`there is no command «${command}»; try --help`);
    const allowed: readonly string[] = ALLOWED[command];
    for (const name of Object.keys(values)) {
      if (!allowed.includes(name)) throw new UsageError(`${command} has no option --${name}; try --help`);
    }
    return { command, operands, values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function onlyOperand(command: string, operands: string[]): string {
  const [file, ...others] = operands;
  if (file === undefined || others.length > 0) throw new UsageError(`${command} takes one FILE; try --help`);
  return file;
}

type Work<T> = (database: Database) => Promise<T>;

/** Runs a command with a database, a new one if need be, that is let go of afterwards. */
async function withAnyDatabase<T>(work: Work<T>, config = loadConfig()): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.release();
  }
}

/**
 * Runs a command that has nothing to do in a new database: where DATABASE_URL was forgotten, it would make one and find
 * it in order.
 * @throws StorageError when there is no installation
 */
function withDatabase<T>(work: Work<T>): Promise<T> {
  const config = loadConfig();
  if (config.databaseUrl === undefined && !existsSync(config.dataDir)) {
    throw new StorageError(`there is no installation in ${config.dataDir}: is DATABASE_URL or DATA_DIR not set?`);
  }
  return withAnyDatabase(work, config);
}

/** @returns the exit code */
async function run(args: string[]): Promise<number> {
  const { command, operands, values } = parse(args);
  switch (command) {
    case 'help':
      console.log(HELP);
      return 0;
    case 'ledger':
      if (operands.length !== 1 || operands[0] !== 'check') throw new UsageError('did you mean: ledger check');
      return withDatabase(checkTheLedger);
    case 'verify':
      return verifyFile(operands, { key: values.key, klines: values.klines, dayKey: values['day-key'] });
    case 'log':
      return logCommand(operands, withDatabase);
    case 'backup': {
      const file = onlyOperand(command, operands);
      return withDatabase((database) => backUpTo(database, file));
    }
    case 'restore': {
      const file = onlyOperand(command, operands);
      return withAnyDatabase((database) => restoreFrom(database, file, values.force === true));
    }
    case 'market': {
      const { symbol, key } = values;
      if (operands[0] === 'recompute') return recomputeDay(operands, { symbol, key }, withDatabase);
      return marketCommand(operands, withDatabase);
    }
    case 'operator':
      return operatorCommand(operands, values.reason, withDatabase);
    case 'dataset': {
      const [action, ...files] = operands;
      if (action !== 'import') throw new UsageError('did you mean: dataset import FILE...');
      return importDataset(files, withAnyDatabase);
    }
    case 'replay': {
      const { from, speed } = values;
      return createReplay(operands, { from, speed }, withAnyDatabase);
    }
  }
}

/** One line for what the person at the terminal can mend, everything for the rest. */
function explain(error: unknown): string {
  for (const expected of [UsageError, InputError, ConfigError, StorageError, KlineFileError]) {
    if (error instanceof expected) return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(`plecho: ${explain(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
