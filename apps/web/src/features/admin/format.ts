import { onDemand } from '@/lib/on-demand.ts';

const dateTime = onDemand(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** "05 Feb 2026, 12:30:05" in the operator's time zone, from milliseconds. */
export const formatTime = (ms: number): string => dateTime().format(ms);

/** The zone of the operator, by its name: "Europe/Moscow". */
export const zoneName = onDemand(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** "12,500.25": a decimal string of the wire with its thousands apart; nothing is rounded. */
export function formatAmount(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** "14:05": minutes and seconds of a span in milliseconds, never negative. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "1.2 s", "350 ms". */
export const formatAge = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** "345 MB", "12 kB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;

const utcDay = onDemand(
  () => new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'short', day: '2-digit', timeZone: 'UTC' }),
);

/** "05 Feb 2026", from seconds. */
export const formatUtcDay = (seconds: number): string => utcDay().format(seconds * 1000);

/** "2026-02-05T12:30" of a native field that means UTC, from seconds. */
export const toUtcField = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16);

/** Seconds; null for anything that is no time. */
export function fromUtcField(text: string): number | null {
  const ms = Date.parse(`${text}Z`);
  return text === '' || Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}
