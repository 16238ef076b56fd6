import { useEffect, useEffectEvent } from 'react';
import { useLocation } from '@tanstack/react-router';
import type { CardPayment } from '@/features/bank/use-card-payment.ts';
import { useGo } from '@/ui/link.tsx';

/**
 * Opens the bank's page of the top-up that the address names. The name is taken off again, so that the
 * same link works twice and a reload starts with the form.
 * @param path of the screen without it
 */
export function useBankLink({ resume }: Pick<CardPayment, 'resume'>, path: string): void {
  const { searchStr } = useLocation();
  const go = useGo();
  const named = new URLSearchParams(searchStr).get('payment');
  const follow = useEffectEvent((id: string) => {
    resume(id);
    go(path, { replace: true });
  });
  useEffect(() => {
    if (named !== null) follow(named);
  }, [named]);
}
