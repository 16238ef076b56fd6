import { usePersistentState } from '@/lib/storage.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Whether amounts are shown as dots, remembered on this device. */
export function useHiddenAmounts(): [hidden: boolean, toggle: () => void] {
  const [hidden, setHidden] = usePersistentState('hidden-amounts', false, isBoolean);
  return [hidden, () => setHidden(!hidden)];
}
