import { createContext } from 'react';

/** Opens the list of keys. */
export const ShortcutsContext = createContext<() => void>(() => undefined);
