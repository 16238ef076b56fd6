import { usePersistentState } from '@/lib/storage.ts';
import { isIndicatorList, type Indicator } from './catalog.ts';

const NONE: readonly Indicator[] = [];

/** The indicators of this device's charts. */
export const useIndicators = (): [readonly Indicator[], (indicators: readonly Indicator[]) => void] =>
  usePersistentState('indicators', NONE, isIndicatorList);
