import { levelsInPlace, stopHasTurn } from './formulas.ts';
import type { SeenCommand, SeenOrder, SeenPosition, SeenRecord } from './observations.ts';

/** What a command is about, as it is committed; undefined where it names none that is there. */
interface Subject {
  position: SeenPosition | undefined;
  order: SeenOrder | undefined;
  /** Of its pair. */
  newest: SeenRecord | null;
}

/** Whether a command may have been refused for one of its levels, with this code. */
export function isLevelWrong(command: SeenCommand, code: string, { position, order, newest }: Subject): boolean {
  const { takeProfit = null, stopLoss = null, limitPrice } = command;
  const levels = [takeProfit, stopLoss, limitPrice ?? null, command.stopPrice ?? null].filter(
    (level) => level !== null,
  );
  if (code === 'invalid_price') return levels.some((level) => level <= 0n || level > 10n ** 17n);
  if (code === 'limit_price_too_far') return limitPrice !== undefined || command.stopPrice !== undefined;
  if (code === 'stop_price_wrong_side') return command.stopPrice !== undefined;
  if (command.type === 'addToPosition') {
    return (
      position === undefined ||
      // One that was there, and that a command of the same batch has removed since, among them.
      position.initialStopLoss !== null ||
      (position.takeProfit !== null && code === 'take_profit_wrong_side')
    );
  }
  if (code === 'stop_loss_beyond_liquidation') {
    const stop = stopLoss ?? order?.stopLoss ?? null;
    return stop !== null && (position === undefined || !stopHasTurn(position.side, stop, position.liquidationPrice));
  }
  const side = command.side ?? position?.side ?? order?.side;
  if (side === undefined || newest === null) return code.endsWith('wrong_side');
  if (!code.endsWith('wrong_side')) return false;
  /** Prices may have moved between the decision and the reply; a resting order is compared with its own limit. */
  if (limitPrice === undefined) return true;
  return !levelsInPlace(side, limitPrice, takeProfit ?? order?.takeProfit ?? null, stopLoss ?? order?.stopLoss ?? null);
}
