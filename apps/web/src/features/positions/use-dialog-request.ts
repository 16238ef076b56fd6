import { useRef, useState } from 'react';
import { ApiError } from '@/api/client.ts';
import { useAwaited, useClosed } from '@/api/intents/carry-out.ts';
import type { AwaitedIntents } from '@/api/intents/intents.ts';
import { CLOSED_TEXT } from '@/api/intents/texts.ts';

/** What the server refused: its code, and the text for the person. */
export interface Refused {
  code: string;
  text: string;
}

/**
 * Sends what a dialog asks for, once at a time; a refusal is kept to be said in the dialog while that is there.
 * @param fallback said when there was no answer at all
 * @param onDone says what was done
 */
export function useDialogRequest<T>(
  intents: AwaitedIntents,
  fallback: string,
  onDone: (answer: T) => void,
  onClose: () => void,
) {
  const isHere = useAwaited(['answered'], intents);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  useClosed(intents, (was) => setRefused((now) => (now?.text === was ? { code: '', text: CLOSED_TEXT } : now)));
  const underWay = useRef(false);
  const send = async (request: () => Promise<T>): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setPending(true);
    setRefused(null);
    try {
      onDone(await request());
      // Another dialog may be open by now.
      if (isHere()) onClose();
    } catch (error) {
      setRefused(error instanceof ApiError ? { code: error.code, text: error.message } : { code: '', text: fallback });
    } finally {
      underWay.current = false;
      setPending(false);
    }
  };
  return { pending, refused, send, clear: () => setRefused(null) };
}
