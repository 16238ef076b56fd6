import { Spinner } from '@/ui/spinner.tsx';

/** Takes the place of a screen while it is not known or not loaded. */
export function FullSpinner() {
  return (
    <main id="main" className="flex flex-1 items-center justify-center p-16 text-lg text-muted">
      <Spinner />
    </main>
  );
}
