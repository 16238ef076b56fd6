import { useClosed } from '@/api/intents/carry-out.ts';
import type { IntentKind } from '@/api/intents/intent.ts';

/** Of a request that is said to have no answer yet: when it is known what became of it, its form says so no more. */
export function useClosedRequest({ error, reset }: { error: unknown; reset: () => void }, kind: IntentKind): void {
  useClosed({ kinds: [kind] }, (was) => {
    if (error instanceof Error && error.message === was) reset();
  });
}
