import type { Pool } from 'pg';
import type { KeptNote, NoteChange, NoteStore, NoteView, TagView } from '../queries/ports.ts';

interface Row {
  trade: bigint;
  words: string;
  own_tags: string[];
  version: number;
  at: bigint;
}

/** Private notes, through functions that give them to their owner alone (rule S13). */
export class PgNoteStore implements NoteStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async keep({ userId, accountId, tradeId, version, text, tags, at }: NoteChange): Promise<KeptNote> {
    const { rows } = await this.#pool.query<{ answer: KeptNote }>({
      name: 'keep_trade_note',
      text: 'SELECT keep_trade_note($1, $2, $3, $4, $5, $6, $7) AS answer',
      values: [userId, accountId, tradeId, version, text, tags, at],
    });
    const [row] = rows;
    if (row === undefined) throw new Error('the database did not say whether a note is kept');
    return row.answer;
  }

  async of(userId: bigint, tradeIds: readonly bigint[]): Promise<Map<bigint, NoteView>> {
    const { rows } = await this.#pool.query<Row>({
      name: 'trade_notes_of',
      text: 'SELECT * FROM trade_notes_of($1, $2)',
      values: [userId, tradeIds],
    });
    return new Map(
      rows.map(({ trade, words, own_tags: tags, version, at }) => [
        trade,
        { text: words, tags, version, changedAt: Number(at) },
      ]),
    );
  }

  async tags(userId: bigint): Promise<TagView[]> {
    const { rows } = await this.#pool.query<{ number: number; own_tag: string; trades: bigint }>({
      name: 'trade_tags_of',
      text: 'SELECT * FROM trade_tags_of($1)',
      values: [userId],
    });
    return rows.map(({ number, own_tag: tag, trades }) => ({ number, tag, trades: Number(trades) }));
  }
}
