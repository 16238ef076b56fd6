import type { SeenCommand, SeenOrder } from './observations.ts';

/** Terms that do not make an order of the kind. @param order that is to be amended, where there is one */
export function isOtherKind(command: SeenCommand, order: SeenOrder | undefined): boolean {
  const { limitPrice, stopPrice, callback, kind = 'limit', orderId } = command;
  const has = [limitPrice, stopPrice, callback].map((each) => each !== undefined);
  if (orderId === undefined) {
    const must = [['limit', 'stopLimit'], ['stopMarket', 'stopLimit'], ['trailingStop']];
    return must.some((kinds, n) => kinds.includes(kind) !== has[n]);
  }
  const held = [order?.limitPrice, order?.stopPrice, order?.callback];
  const isOfPosition = [command.margin, command.takeProfit, command.stopLoss].some((each) => each !== undefined);
  return (
    has.some((asked, n) => asked && held[n] === null) ||
    (order?.reduces !== null && isOfPosition) ||
    order === undefined
  );
}
