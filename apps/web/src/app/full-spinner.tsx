import { SilentServer } from '@/features/connection/silent-server.tsx';
import { useCodeAwaited } from '@/lib/load-code.ts';
import { endPauses } from '@/lib/pause.ts';
import { Spinner } from '@/ui/spinner.tsx';

/** Takes the place of a screen while it is not known or not loaded, and says so when that takes a silent server. */
export function FullSpinner() {
  const isAwaited = useCodeAwaited();
  if (isAwaited) return <SilentServer onRetry={endPauses} />;
  return (
    <main id="main" className="flex flex-1 items-center justify-center p-16 text-lg text-muted">
      <Spinner />
    </main>
  );
}
