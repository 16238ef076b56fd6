import type { ReactNode } from 'react';
import { Panel } from '@/ui/index.ts';
import { dashboardTexts as texts } from './texts.ts';

interface NarrowLayoutProps {
  balance: ReactNode;
  pairButton: ReactNode;
  intervals: ReactNode;
  chart: ReactNode;
  ticket: ReactNode;
  /** null when there are none to tell. */
  steps: ReactNode;
  positions: ReactNode;
  orders: ReactNode;
  history: ReactNode;
}

/** One column, in the order of the product's contract. */
export function NarrowLayout(props: NarrowLayoutProps) {
  return (
    <div className="flex flex-col gap-2 p-2">
      <Panel label={texts.balance}>{props.balance}</Panel>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {props.pairButton}
        {props.intervals}
      </div>
      <Panel flush label={texts.chart} className="overflow-hidden">
        {props.chart}
      </Panel>
      <Panel label={texts.ticket}>{props.ticket}</Panel>
      {props.steps !== null && (
        <Panel flush title={texts.steps}>
          {props.steps}
        </Panel>
      )}
      <Panel flush title={texts.positions}>
        {props.positions}
      </Panel>
      <Panel flush title={texts.orders}>
        {props.orders}
      </Panel>
      <Panel flush title={texts.history}>
        {props.history}
      </Panel>
    </div>
  );
}
