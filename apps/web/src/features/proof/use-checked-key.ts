import { useQuery } from '@tanstack/react-query';
import { keys } from '@/api/keys.ts';
import { checkKey } from './check-key.ts';

/** Asks for the key of this installation, and compares it with the one that was seen before. */
export const useCheckedKey = () => useQuery({ queryKey: keys.logKeys(), queryFn: () => checkKey(), staleTime: 60_000 });
