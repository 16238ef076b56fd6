import { onDemand } from '@/lib/on-demand.ts';

const utcDay = onDemand(
  () => new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** «1–28 февраля 2026 г.»: the days of a recording, UTC. @param to seconds, the end of its last minute */
export const formatPeriod = (from: number, to: number): string => utcDay().formatRange(from * 1000, (to - 1) * 1000);
