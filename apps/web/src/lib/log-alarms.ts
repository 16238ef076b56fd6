import { listenToText, readText } from './text-store.ts';

/** Where alarms about logs are kept. Every screen asks for them; the rest of their code comes when there are some. */
export const ALARMS_KEY = 'log-alarms';

export const hasLogAlarms = (): boolean => readText(ALARMS_KEY) !== null;
export const listenToLogAlarms = (listener: () => void): (() => void) => listenToText(ALARMS_KEY, listener);
