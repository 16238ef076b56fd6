import { randomBytes } from 'node:crypto';
import type { IdSource } from '../commands/batch.ts';
import { ConfigError, loadConfig, type Config } from '../config.ts';
import { localSide } from '../engine/local-side.ts';
import { MarketHost } from '../engine/market-host.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import { createPasswords } from '../identity/passwords.ts';
import { appConfig, createPool, type Target } from '../storage/connection.ts';
import { openDatabase } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { openIdSource } from '../storage/id-source.ts';
import { PgUserStore } from '../storage/identity/user-store.ts';
import { isServed, PgJournal } from '../storage/journal/journal.ts';
import { MarketStore } from '../storage/market-store.ts';
import { sourceOf } from '../wiring/day-keys.ts';
import { ensureSharedMarkets } from '../wiring/main-market.ts';
import { NO_CANDLES } from './demo/no-candles.ts';
import { Script } from './demo/script.ts';
import { SteppedClock } from './demo/stepped-clock.ts';

const HISTORY_MS = 3 * 86_400_000;
/** Room for 53 moments with prices between them. */
const SHORTEST_MS = 120_000;
const FIRST_PHONE = 79_000_000_001n;

type Pool = ReturnType<typeof createPool>;

interface Person {
  id: bigint;
  phone: string;
  password: string;
}

/** Registers the first phone of the demonstration that is free. */
async function register(pool: Pool, ids: IdSource, createdAt: number): Promise<Person> {
  const users = new PgUserStore(pool);
  const password = `demo-${randomBytes(4).toString('hex')}`;
  const passwordHash = await (await createPasswords()).hash(password, { of: 'newcomers' });
  for (let number = FIRST_PHONE; ; number++) {
    const phone = `+${number}`;
    const user = await users.create(
      { phone, passwordHash, firstName: 'Демо', lastName: null, createdAt },
      await ids.draw(),
    );
    if (user !== null) return { id: user.id, phone, password };
  }
}

/** Where the past can begin: prices up to the newest recorded one have been used. */
async function beginning(journal: PgJournal, now: number): Promise<number> {
  const { lastRecordTime } = await journal.load();
  const begin = Math.max(now - HISTORY_MS, (lastRecordTime ?? 0) + 1);
  if (now - begin >= SHORTEST_MS) return begin;
  throw new StorageError('somebody has traded here a moment ago: try again in two minutes');
}

async function fill(target: Target, pool: Pool, seed: string | undefined): Promise<Person> {
  const now = Date.now();
  const store = new MarketStore(pool);
  const definition = await ensureSharedMarkets(target, store, {
    ...{ seed, entropy: randomBytes, now: now - HISTORY_MS },
    ...{ names: ['synthetic'], binance: loadConfig({}).binance },
  });
  const journal = new PgJournal(target, definition.id);
  try {
    const begin = await beginning(journal, now);
    const clock = new SteppedClock(begin);
    const ids = await openIdSource(pool);
    const host = new MarketHost({
      ...{ definition, clock, journal, candles: NO_CANDLES, candlesUntil: null },
      feed: new SyntheticFeed({ ...(await sourceOf(definition, target)), clock }),
      ids,
      saveEnded: () => store.setEnded(definition.id),
      onFailure: (message, error) => console.error(message, error),
    });
    await host.start();
    const person = await register(pool, ids, begin);
    await new Script(localSide(host), clock).run(person.id, now);
    await host.stop();
    return person;
  } finally {
    await journal.close();
  }
}

async function run(config: Config): Promise<void> {
  const database = await openDatabase(config);
  const pool = createPool({ ...appConfig(database.target), max: 4 });
  try {
    if (await isServed(pool, database.target.schema)) {
      throw new StorageError('a server is running on this installation: stop it, fill the account, start it again');
    }
    console.log('Плечо · Наполняю счёт: три дня торговли на синтетическом рынке…');
    const { phone, password } = await fill(database.target, pool, config.marketSeed);
    console.log(`Телефон: ${phone}\nПароль:  ${password}`);
    console.log(`Адрес:   http://localhost:${config.port} (npm start)`);
  } finally {
    await pool.end();
    await database.release();
  }
}

try {
  await run(loadConfig());
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof StorageError;
  console.error(`demo: ${expected ? error.message : error instanceof Error ? error.stack : String(error)}`);
  process.exitCode = 1;
}
