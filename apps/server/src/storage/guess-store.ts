import type { Price, Side, Usdt } from '@plecho/domain';
import type { Pool } from 'pg';
import type { GuessStore, GuessView } from '../queries/ports.ts';
import { inTransaction } from './transaction.ts';

interface Row {
  id: bigint;
  at: bigint;
  market_id: string;
  symbol: string;
  side: Side;
  leverage: number;
  margin: Usdt;
  entry_price: Price;
  guessed_liquidation: Price | null;
  liquidation: Price | null;
  liquidation_error: number;
  guessed_loss: Usdt;
  loss: Usdt;
  loss_error: number;
}

const toView = (row: Row): GuessView => ({
  ...{ id: row.id, at: Number(row.at), marketId: row.market_id, symbol: row.symbol, side: row.side },
  ...{ leverage: row.leverage, margin: row.margin, entryPrice: row.entry_price },
  guessed: { liquidation: row.guessed_liquidation, loss: row.guessed_loss },
  truth: { liquidation: row.liquidation, loss: row.loss },
  liquidationError: row.liquidation_error,
  lossError: row.loss_error,
});

const EARLIER = `
  SELECT * FROM guesses
  WHERE user_id = $1 AND at > $2 AND market_id = $3 AND symbol = $4 AND side = $5 AND leverage = $6
  ORDER BY id DESC LIMIT 1`;

const INSERT = `
  INSERT INTO guesses (user_id, at, market_id, symbol, side, leverage, margin, entry_price, guessed_liquidation,
    liquidation, liquidation_error, guessed_loss, loss, loss_error)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`;

export class PgGuessStore implements GuessStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  keep(userId: bigint, guess: GuessView, since: number): Promise<{ id: bigint } | { earlier: GuessView }> {
    const { at, marketId, symbol, side, leverage, margin, entryPrice, guessed, truth } = guess;
    return inTransaction(this.#pool, async (client) => {
      // The guesses of one person are kept one after another, however many windows there are.
      await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      const same = [userId, since, marketId, symbol, side, leverage];
      const { rows: earlier } = await client.query<Row>(EARLIER, same);
      if (earlier[0] !== undefined) return { earlier: toView(earlier[0]) };
      const { rows } = await client.query<{ id: bigint }>(INSERT, [
        ...[userId, at, marketId, symbol, side, leverage, margin, entryPrice, guessed.liquidation],
        ...[truth.liquidation, guess.liquidationError, guessed.loss, truth.loss, guess.lossError],
      ]);
      const [row] = rows;
      if (row === undefined) throw new Error('a guess was not stored');
      return row;
    });
  }

  async list(userId: bigint, atMost: number): Promise<GuessView[]> {
    const { rows } = await this.#pool.query<Row>('SELECT * FROM guesses WHERE user_id = $1 ORDER BY id DESC LIMIT $2', [
      userId,
      atMost,
    ]);
    return rows.map(toView);
  }

  async liquidationErrors(userId: bigint, atMost: number): Promise<number[]> {
    const { rows } = await this.#pool.query<{ error: number }>(
      `SELECT liquidation_error AS error FROM guesses
       WHERE user_id = $1 AND liquidation IS NOT NULL ORDER BY id DESC LIMIT $2`,
      [userId, atMost],
    );
    return rows.map(({ error }) => error);
  }
}
