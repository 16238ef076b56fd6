import { useSyncExternalStore } from 'react';
import { everySecond } from './every-second.ts';

/** The wall clock, ms, renewed once a second: for what grows with time. */
export const useSecond = (): number => useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000) * 1000);
