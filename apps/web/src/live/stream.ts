import { keys } from '@/api/keys.ts';
import { queryClient } from '@/api/query-client.ts';
import { StreamClient } from './stream-client.ts';

const url = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/stream`;

/** The stream of this tab. */
export const stream = new StreamClient({
  connect: () => new WebSocket(url()),
  onSignedOut: () => queryClient.setQueryData(keys.session(), null),
  onRefused: () => void queryClient.invalidateQueries({ queryKey: keys.session() }),
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  random: () => Math.random(),
});

/** Lets the stream know when the page comes back, from behind other windows, from sleep or from the back button. */
export function followPage(): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') stream.resume();
  };
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) stream.resume();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('online', stream.resume);
  window.addEventListener('offline', stream.suspend);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('online', stream.resume);
    window.removeEventListener('offline', stream.suspend);
  };
}
