import { keys } from '@/api/keys.ts';
import { setSession } from '@/api/queries.ts';
import { queryClient } from '@/api/query-client.ts';
import { StreamClient } from './stream-client.ts';

const url = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/stream`;

const askWhoIsSignedIn = (): void => void queryClient.invalidateQueries({ queryKey: keys.session() });

/** The stream of this tab. */
export const stream = new StreamClient({
  connect: () => new WebSocket(url()),
  onSignedOut: () => void setSession(queryClient, null),
  onRefused: askWhoIsSignedIn,
  onChanged: askWhoIsSignedIn,
  isOnline: () => navigator.onLine,
  now: () => performance.now(),
  random: () => Math.random(),
});

/**
 * Lets the stream know when the page comes back, from behind other windows, from sleep or from the back button.
 * @param leavesWhenHidden a page that nobody looks at is not connected: a replay without anybody pauses by itself
 */
export function followPage(leavesWhenHidden: boolean): () => void {
  const onVisibility = (): void => {
    const isVisible = document.visibilityState === 'visible';
    if (leavesWhenHidden) {
      if (isVisible) {
        // What changed meanwhile it was not told.
        askWhoIsSignedIn();
        stream.start();
      } else stream.stop();
    } else if (isVisible) stream.resume();
  };
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) stream.resume();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('online', stream.resume);
  window.addEventListener('offline', stream.suspend);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('online', stream.resume);
    window.removeEventListener('offline', stream.suspend);
  };
}
