const NBSP = '\u00a0';

const DURATIONS: readonly [seconds: number, unit: string][] = [
  [86_400, 'д'],
  [3600, 'ч'],
  [60, 'мин'],
  [1, 'с'],
];

/** «1 ч 05 мин»: the two largest units of a span of seconds. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'N/A';
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [length, unit] of DURATIONS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count}${NBSP}${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.length === 0 ? `0${NBSP}с` : parts.slice(0, 2).join(' ');
}
