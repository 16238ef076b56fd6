import { buys, levelsInPlace, stopHasTurn } from './formulas.ts';
import type { SeenCommand, SeenOrder, SeenPosition, SeenRecord, SeenRules } from './observations.ts';
import { quoted } from './quotes.ts';

/** So many times the price is as far as a limit or stop may be from it, either way. */
const FARTHEST = 10n;

/** What a command is about, as it is committed; undefined where it names none that is there. */
interface Subject {
  position: SeenPosition | undefined;
  order: SeenOrder | undefined;
  /** Of its pair. */
  newest: SeenRecord | null;
  /** Those of its pair that were the newest while it was decided; none where that is not known. */
  records: readonly SeenRecord[];
  rules: Pick<SeenRules, 'spreads'>;
}

/** Whether a command may have been refused for one of its levels, with this code. */
export function isLevelWrong(command: SeenCommand, code: string, subject: Subject): boolean {
  const { position, order, newest } = subject;
  const { takeProfit = null, stopLoss = null, limitPrice } = command;
  const levels = [takeProfit, stopLoss, limitPrice ?? null, command.stopPrice ?? null].filter(
    (level) => level !== null,
  );
  if (code === 'invalid_price') return levels.some((level) => level <= 0n || level > 10n ** 17n);
  if (code === 'limit_price_too_far' || code === 'stop_price_wrong_side')
    return isOrderPriceWrong(command, code, subject);
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

/** Whether what an order waits for is too far from a price that was the newest while it was decided, or its stop is reached. */
function isOrderPriceWrong(command: SeenCommand, code: string, { position, order, records, rules }: Subject): boolean {
  const { limitPrice, stopPrice, side } = command;
  const waitsFor = [limitPrice, stopPrice].filter((level) => level !== undefined);
  if (records.length === 0) return waitsFor.length > 0;
  const isFar = (level: bigint, price: bigint): boolean => level > price * FARTHEST || level * FARTHEST < price;
  return [true, false].some((isBuying) => {
    const known = sideOf(side, { position, order });
    if (known !== null && known !== isBuying) return false;
    const prices = records.map((record) => quoted(record, isBuying, rules).price);
    if (code === 'limit_price_too_far') return prices.some((price) => waitsFor.some((level) => isFar(level, price)));
    return stopPrice !== undefined && prices.some((price) => (isBuying ? price >= stopPrice : price <= stopPrice));
  });
}

/** Whether an order buys; null where that is not known any more. */
function sideOf(side: SeenCommand['side'], { position, order }: Pick<Subject, 'position' | 'order'>): boolean | null {
  if (side !== undefined) return side === 'long';
  if (order !== undefined) return buys(order);
  return position === undefined ? null : position.side === 'short';
}
