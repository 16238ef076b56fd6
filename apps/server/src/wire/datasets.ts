import type { Dataset, DatasetReport } from '@plecho/contract';
import type { Story } from '@plecho/domain';
import { recordingTitle } from '../feeds/replay/index.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import type { ImportResult } from '../replays/uploads.ts';

const MINUTE = 60;
/** Lines of a report that are shown. */
const SHOWN_ISSUES = 100;

const STORY_TITLES: Record<Story, string> = {
  trend: 'Медленный рост за неделю',
  crash: 'Падение на треть за два часа',
  sideways: 'Неделя без направления',
};

export function toWireDataset({ id, story, provenance, sha256, series }: DatasetRecord): Dataset {
  const symbols = series.map(({ symbol }) => symbol);
  const from = Math.min(...series.map(({ first }) => first));
  const last = Math.max(...series.map((one) => one.last));
  return {
    id,
    title: story === null ? recordingTitle(symbols, from, last) : STORY_TITLES[story],
    provenance,
    story,
    symbols,
    from,
    to: last + MINUTE,
    minutes: series.reduce((sum, { minutes }) => sum + minutes, 0),
    sha256,
  };
}

export function toWireReport({ dataset, known, issues }: ImportResult): DatasetReport {
  const counts = { badRow: 0, duplicate: 0, conflict: 0, outOfOrder: 0, gap: 0 };
  for (const { kind } of issues) counts[kind] += 1;
  const shown = issues.slice(0, SHOWN_ISSUES).map(({ line, kind, message }) => ({ line, kind, message }));
  return { dataset: toWireDataset(dataset), known, counts, issues: shown };
}
