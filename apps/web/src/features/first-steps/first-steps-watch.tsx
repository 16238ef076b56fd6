import { useEffect, useEffectEvent } from 'react';
import { useTrades } from '@/api/trades.ts';
import { useAccount, usePayments } from '@/live/index.ts';
import { useFirstSteps } from './use-first-steps.ts';

interface WatchProps {
  onSeen: () => void;
}

function useWhen(condition: boolean, act: () => void): void {
  const then = useEffectEvent(act);
  useEffect(() => {
    if (condition) then();
  }, [condition]);
}

function TradeWatch({ onSeen }: WatchProps) {
  const { loaded, positions, recentTrades } = useAccount();
  // Where the person has no account there is nothing to ask about.
  const { data } = useTrades({ limit: 1 }, loaded);
  const isKnown = data?.pages.some(({ items }) => items.length > 0) ?? false;
  useWhen(isKnown || positions.length > 0 || recentTrades.length > 0, onSeen);
  return null;
}

function CoinsWatch({ onSeen }: WatchProps) {
  const { operations } = usePayments();
  useWhen(
    operations.some(({ type, status }) => type === 'deposit' && status === 'completed'),
    onSeen,
  );
  return null;
}

/** Notices what has really happened to the account, for as long as it hasn't. Draws nothing. */
export function FirstStepsWatch() {
  const { done, mark } = useFirstSteps();
  return (
    <>
      {!done.includes('trade') && <TradeWatch onSeen={() => mark('trade')} />}
      {!done.includes('coins') && <CoinsWatch onSeen={() => mark('coins')} />}
    </>
  );
}
