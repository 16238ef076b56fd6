import { statsTexts as texts, type SplitName } from './texts.ts';

const two = (hour: number): string => String(hour).padStart(2, '0');

const nameIn = (names: Readonly<Record<string, string>>, group: string): string => names[group] ?? group;

/** «5x», «09:00–10:00», «Вторник»: a group as people call it. */
export function groupName(split: SplitName, group: string): string {
  if (split === 'leverage') return `${group}x`;
  if (split === 'side') return nameIn(texts.sides, group);
  if (split === 'reason') return nameIn(texts.reasons, group);
  if (split === 'weekday') return texts.weekdays[Number(group) - 1] ?? group;
  return split === 'hour' ? `${two(Number(group))}:00–${two((Number(group) + 1) % 24)}:00` : group;
}
