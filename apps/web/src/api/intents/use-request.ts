import { useRef } from 'react';
import { intents } from './carry-out.ts';

/**
 * What a form sends. While nobody knows what became of the request that it made of a draft, the same draft is the same request:
 * made anew, by a later clock or another price, it would be another intent.
 */
export function useRequest<T extends { body: unknown } | null>(): (draft: unknown, make: () => T) => T {
  const last = useRef<{ draft: string; request: T }>(null);
  return (draft, make) => {
    const typed = JSON.stringify(draft);
    const body = JSON.stringify(last.current?.request?.body);
    const isOpen = intents.unanswered().some(({ intent }) => JSON.stringify(intent.body) === body);
    if (!isOpen || last.current?.draft !== typed) last.current = { draft: typed, request: make() };
    return last.current.request;
  };
}
