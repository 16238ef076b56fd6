import type { ReactNode } from 'react';
import type { Lesson } from '@plecho/domain';
import { Costs } from './content/costs.tsx';
import { FakeExchange } from './content/fake-exchange.tsx';
import { Leverage } from './content/leverage.tsx';
import { LimitOrder } from './content/limit-order.tsx';
import { Liquidation } from './content/liquidation.tsx';
import { Short } from './content/short.tsx';
import { Sizing } from './content/sizing.tsx';
import { StopLoss } from './content/stop-loss.tsx';
import { TakeProfit } from './content/take-profit.tsx';
import { WrongNetwork } from './content/wrong-network.tsx';

/** What is read in each lesson. */
export const BODIES: Readonly<Record<Lesson, () => ReactNode>> = {
  leverage: Leverage,
  liquidation: Liquidation,
  sizing: Sizing,
  'stop-loss': StopLoss,
  'take-profit': TakeProfit,
  costs: Costs,
  short: Short,
  'limit-order': LimitOrder,
  'wrong-network': WrongNetwork,
  'fake-exchange': FakeExchange,
};
