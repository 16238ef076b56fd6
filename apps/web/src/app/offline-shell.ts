/**
 * Has the service worker keep the application's files, once the page has nothing better to do. Only
 * where the page is secure; elsewhere, and where it is refused, everything works but an outage.
 */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
