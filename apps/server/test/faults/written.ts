import { expect } from 'vitest';
import { asOwner, type Installation } from '../../src/storage/connection.ts';

/** What every batch and every frame of prices adds to. */
const TABLES = ['transfers', 'price_records'];

/**
 * Notes beside the journal, in the transaction that writes it, on which connection each statement came that added to it,
 * and who had the market then: what is not committed is not noted either.
 */
const NOTE = `
  CREATE SCHEMA faults;
  CREATE TABLE faults.written (n bigserial PRIMARY KEY, market_id text NOT NULL, backend integer NOT NULL,
    owner integer, term bigint);
  CREATE FUNCTION faults.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO faults.written (market_id, backend, owner, term)
    SELECT w.market_id, pg_backend_pid(), o.backend_pid, o.term
    FROM (SELECT DISTINCT market_id FROM added) w LEFT JOIN market_owners o ON o.market_id = w.market_id;
    RETURN NULL;
  END $$;
  ${TABLES.map(
    (table) => `CREATE TRIGGER noted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION faults.note();`,
  ).join('\n')}`;

/** Who has written a market, as the journal itself saw it (rule O1). */
export class Written {
  readonly #target: () => Installation;

  private constructor(target: () => Installation) {
    this.#target = target;
  }

  /** Begins to note. @param target as it is at each call: a database that is started again has another address */
  static async begin(target: () => Installation): Promise<Written> {
    await asOwner(target(), (owner) => owner.query(NOTE));
    return new Written(target);
  }

  /** How many statements of a connection have written a market, those in a later term than the given one apart. */
  async by(backend: number, market: string, term: bigint): Promise<{ upTo: bigint; later: bigint }> {
    const [row] = await this.#read<{ upto: bigint; later: bigint }>(
      `SELECT count(*) FILTER (WHERE term <= $3) AS upto, count(*) FILTER (WHERE term > $3) AS later
       FROM faults.written WHERE backend = $1 AND market_id = $2`,
      [backend, market, term],
    );
    return { upTo: row?.upto ?? 0n, later: row?.later ?? 0n };
  }

  /** Nobody has written a market but on the connection that had it, one term after another. @returns terms by market */
  async expectOneOwnerAtATime(): Promise<Map<string, bigint>> {
    const strange = await this.#read(
      `SELECT * FROM (
         SELECT *, lag(term) OVER (PARTITION BY market_id ORDER BY n) AS term_before FROM faults.written
       ) w WHERE backend IS DISTINCT FROM owner OR term < term_before LIMIT 20`,
    );
    expect(strange).toEqual([]);
    const rows = await this.#read<{ market_id: string; terms: bigint }>(
      'SELECT market_id, count(DISTINCT term) AS terms FROM faults.written GROUP BY market_id',
    );
    return new Map(rows.map(({ market_id: market, terms }) => [market, terms]));
  }

  #read<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return asOwner(this.#target(), async (owner) => (await owner.query<Row>(text, values)).rows);
  }
}
