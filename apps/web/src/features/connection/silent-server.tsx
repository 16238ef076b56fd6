import { ErrorState } from '@/ui/error-state.tsx';
import { silentServer as texts } from './texts.ts';

/** In place of a screen that the server has to answer for: it is asked again by itself, and by hand. */
export function SilentServer({ onRetry }: { onRetry: () => void }) {
  return (
    <main id="main" className="flex flex-1 items-center justify-center">
      <ErrorState title={texts.title} hint={texts.hint} onRetry={onRetry} />
    </main>
  );
}
