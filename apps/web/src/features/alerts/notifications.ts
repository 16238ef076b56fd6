import { keep, readKept } from '@/lib/storage.ts';

const KEY = 'alert-notifications';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** What the browser allows, and whether the person wants it: `off` can be asked for. */
export type NotifyState = 'on' | 'off' | 'refused' | 'insecure' | 'unsupported';

export const readWish = (): boolean => readKept(KEY, false, isBoolean);
export const keepWish = (wanted: boolean): void => keep(KEY, wanted);

/** @param wanted whether the person has asked for them on this device */
export function notifyState(wanted: boolean): NotifyState {
  if (!window.isSecureContext) return 'insecure';
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return wanted && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the person, who has just asked for it. Never rejects. @returns what it has come to */
export async function askForNotifications(): Promise<NotifyState> {
  const state = notifyState(true);
  if (state !== 'off') return state;
  await Notification.requestPermission().catch(() => undefined);
  return notifyState(true);
}

/** Shows one, without a sound; tabs that say the same replace each other's. Never throws. @param tag of what it says */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  const options: NotificationOptions = { body, tag, silent: true };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones let only a service worker show them, where there is one.
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await worker?.showNotification(title, options).catch(() => undefined);
  }
}
