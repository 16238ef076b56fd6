import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useAwaited, useClosed } from './carry-out.ts';
import type { AwaitedIntents } from './intents.ts';
import { CLOSED_TEXT } from './texts.ts';

/** {@link useAwaited} and {@link useClosed} of a form that says below itself how its intents end. */
export function useAwaitedForm<T extends FieldValues>(
  { getFieldState, setError }: UseFormReturn<T>,
  awaited: AwaitedIntents,
): void {
  useAwaited([], awaited);
  useClosed(awaited, (was) => {
    // The library's types know no place of the whole form here.
    const { error } = getFieldState('root' as Parameters<typeof getFieldState>[0]);
    if (error?.message === was) setError('root', { type: error.type, message: CLOSED_TEXT });
  });
}
