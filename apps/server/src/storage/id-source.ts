import type { Client, Pool } from 'pg';
import type { IdSource } from '../commands/batch.ts';
import { UnavailableError } from '../commands/command.ts';
import type { Queryable } from './connection.ts';

/** As the sequence counts. A block that somebody draws is theirs alone, used up or not. */
const BLOCK = 64n;
/** An older block is not used any more: ids tell, to about this, what came first. */
const FRESH_MS = 1_000;
/** What so many batches like this one need is drawn at once: a draw costs the database as much as an open or two. */
const BATCHES_AHEAD = 8;

/** Where the newest id can be; a trade always comes with a transfer that has a later one, the end of a season with a line of the log. */
const TABLES = ['accounts', 'transfers', 'positions', 'orders', 'operations', 'account_log'];

/** The first ids of new blocks. */
async function drawBlocks(client: Queryable, count: number): Promise<bigint[]> {
  const { rows } = await client.query<{ blocks: bigint[] }>({
    ...{ name: 'draw_ids', text: 'SELECT draw_ids($1) AS blocks', values: [count] },
  });
  return rows[0]?.blocks ?? [];
}

interface Block {
  /** The next id that it gives. */
  next: bigint;
  end: bigint;
  /** By the clock of {@link IdBlocks}, ms. */
  drawnAt: number;
}

/** Draws blocks from the database, ahead of need while many are needed, and gives their ids in their order. */
class IdBlocks implements IdSource {
  readonly #client: Queryable;
  readonly #now: () => number;
  #blocks: Block[] = [];
  #drawing: Promise<void> | null = null;
  /** What is drawn for an earlier epoch came before a {@link renew}. */
  #epoch = 0;

  constructor(client: Queryable, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  get atHand(): number {
    return this.#blocks.reduce((sum, { next, end }) => sum + Number(end - next), 0);
  }

  next(): bigint {
    const [block] = this.#blocks;
    if (block === undefined) throw new UnavailableError('there is no id at hand');
    const id = block.next++;
    if (block.next === block.end) this.#blocks.shift();
    return id;
  }

  async ready(count: number): Promise<void> {
    const now = this.#now();
    this.#blocks = this.#blocks.filter(({ drawnAt }) => now - drawnAt < FRESH_MS);
    while (this.atHand < count) await this.#draw(BATCHES_AHEAD * count);
    // The next batch will need as many: they come while this one is written.
    if (this.atHand < 2 * count) this.#draw(BATCHES_AHEAD * count).catch(() => undefined);
  }

  async renew(): Promise<void> {
    this.#epoch += 1;
    this.#blocks = [];
    await this.ready(1);
  }

  async draw(): Promise<bigint> {
    do await this.ready(1);
    while (this.atHand === 0);
    return this.next();
  }

  #draw(count: number): Promise<void> {
    this.#drawing ??= this.#add(Math.ceil((count - this.atHand) / Number(BLOCK))).finally(() => (this.#drawing = null));
    return this.#drawing;
  }

  async #add(count: number): Promise<void> {
    const [epoch, drawnAt] = [this.#epoch, this.#now()];
    let firsts: bigint[];
    try {
      firsts = await drawBlocks(this.#client, count);
    } catch (cause) {
      throw new UnavailableError('no ids could be drawn', { cause });
    }
    if (epoch !== this.#epoch) return;
    this.#blocks.push(...firsts.map((next) => ({ next, end: next + BLOCK, drawnAt })));
  }
}

/**
 * Ids for this process, with a block at hand. @param now a clock that only goes forward, ms
 * Rejects with UnavailableError.
 */
export async function openIdSource(pool: Pool, now = (): number => performance.now()): Promise<IdSource> {
  const ids = new IdBlocks(pool, now);
  await ids.ready(1);
  return ids;
}

/** An id for one row that the command line writes, perhaps beside servers. */
export async function drawId(client: Queryable): Promise<bigint> {
  const [id] = await drawBlocks(client, 1);
  if (id === undefined) throw new Error('no id was drawn');
  return id;
}

/**
 * Makes the next id larger than all that the tables have: rows may have come from a backup, or from before there were
 * blocks. @param owner in a transaction
 */
export async function liftIds(owner: Client): Promise<void> {
  const maxima = TABLES.map((table) => `SELECT max(id) AS id FROM ${table}`).join(' UNION ALL ');
  const findBehind = async (): Promise<bigint | undefined> => {
    const { rows } = await owner.query<{ newest: bigint }>(
      `SELECT newest FROM (SELECT max(id) AS newest FROM (${maxima}) AS ids) AS tables, id_blocks
       WHERE newest >= last_value + CASE WHEN is_called THEN ${BLOCK} ELSE 0 END`,
    );
    return rows[0]?.newest;
  };
  if ((await findBehind()) === undefined) return;
  // Until the end of the transaction nobody draws, so that what is set is never lower than what was given meanwhile.
  await owner.query('ALTER SEQUENCE id_blocks NO CYCLE');
  const newest = await findBehind();
  if (newest !== undefined) await owner.query(`ALTER SEQUENCE id_blocks RESTART WITH ${newest + 1n}`);
}
