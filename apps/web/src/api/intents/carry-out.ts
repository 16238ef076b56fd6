import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { addressName, type AnswerOf, type Endpoint, type User } from '@plecho/contract';
import { v7 } from 'uuid';
import type { Given } from '../client.ts';
import { keys } from '../keys.ts';
import { queryClient } from '../query-client.ts';
import { serverNow } from '../server-time.ts';
import { IntentStore, tabId } from './intent-store.ts';
import { areaOf, lineOf, type Ask, type IntentKind } from './intent.ts';
import { Intents, isAmong, type AwaitedIntents, type Said, type Unanswered } from './intents.ts';
import { sendIntent } from './send-intent.ts';
import { INTENT_TEXTS } from './texts.ts';

/** The intents of this tab. */
export const intents = new Intents({
  store: new IntentStore(),
  send: sendIntent,
  userId: () => queryClient.getQueryData<User | null>(keys.session())?.id ?? '',
  tab: tabId(v7()),
  newKey: (msecs) => v7({ msecs }),
  now: serverNow,
  random: () => Math.random(),
});

type Keyed = Endpoint & Required<Pick<Endpoint, 'headers'>>;

/** Carries out something that moves money, at most once: see {@link Intents.carryOut}. */
export const carryOut = <E extends Keyed>(
  endpoint: E,
  ask: Given<E> & Pick<Ask, 'kind' | 'subject' | 'about'>,
): Promise<AnswerOf<E>> => intents.carryOut<AnswerOf<E>>({ ...ask, endpoint: addressName(endpoint) });

/**
 * For a form that shows how its intents end: when it has left the page meanwhile, the app tells it in the form's place.
 * @param said what the form tells all the same, in a message
 * @returns whether it is still there
 */
export function useAwaited(said: Said, awaited: AwaitedIntents): () => boolean {
  const isHere = useRef(true);
  const leave = useEffectEvent(() => intents.unawait(awaited, said));
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      leave();
    };
  }, []);
  return () => isHere.current;
}

/** The user's intents of unknown outcome, the oldest first. */
export const useUnanswered = (): readonly Unanswered[] => useSyncExternalStore(intents.listen, intents.unanswered);

/** Whether the app is finding out what became of an intent of this kind, or of one that it would have to wait for. */
export function useChecking(kind: IntentKind, subject?: string): boolean {
  const line = lineOf(subject === undefined ? { kind } : { kind, subject });
  return useUnanswered().some(({ intent, phase }) => phase === 'checking' && lineOf(intent) === line);
}

/**
 * For whatever says that there is no answer yet and that asking again makes no second intent: that ends as soon as the
 * outcome is known, whoever has found it out, or nobody wants to know it (rule L6).
 * @param onClosed `was` may stand there and is true no more
 */
export function useClosed(awaited: AwaitedIntents, onClosed: (was: string) => void): void {
  const isOpen = useUnanswered().some(({ intent }) => isAmong(intent, awaited));
  const tell = useEffectEvent((): void => {
    const [kind] = awaited.kinds;
    if (kind === undefined) return;
    onClosed(INTENT_TEXTS[areaOf({ kind })].open);
  });
  useEffect(() => {
    if (!isOpen) tell();
  }, [isOpen]);
}
