import type { Debrief, DebriefTrade } from '@plecho/contract';
import type { Column } from '@/lib/csv.ts';
import { personaName } from '@/lib/persona-words.ts';
import { CsvExport } from '@/ui/csv-export.tsx';
import { REASONS, texts } from './texts.ts';

const { csv: words, people } = texts;

const columnsOf = (debrief: Debrief): Column<DebriefTrade>[] => {
  const nameOf = ({ person }: DebriefTrade): string => {
    const persona = debrief.people[person]?.persona ?? null;
    return persona === null ? people.nobody : personaName(persona);
  };
  const { columns } = words;
  return [
    { code: 'person', title: columns.person, text: ({ person }) => String(person + 1), words: nameOf },
    { code: 'symbol', title: columns.symbol, text: ({ symbol }) => symbol },
    {
      code: 'side',
      title: columns.side,
      text: ({ type }) => type,
      words: ({ type }) => (type === 'long' ? 'Long' : 'Short'),
    },
    { code: 'leverage', title: columns.leverage, decimal: ({ leverage }) => leverage },
    { code: 'margin', title: columns.margin, decimal: ({ amount }) => amount },
    { code: 'net', title: columns.net, decimal: ({ net }) => net },
    { code: 'entry_price', title: columns.entryPrice, decimal: ({ entryRecord }) => entryRecord.price },
    { code: 'exit_price', title: columns.exitPrice, decimal: ({ exitRecord }) => exitRecord.price },
    { code: 'open_time', title: columns.openTime, time: ({ entryRecord }) => entryRecord.time },
    { code: 'close_time', title: columns.closeTime, time: ({ exitRecord }) => exitRecord.time },
    { code: 'reason', title: columns.reason, text: ({ reason }) => reason, words: ({ reason }) => REASONS[reason] },
  ];
};

/** Everybody’s trades as a file, by persona. */
export function DebriefExport({ debrief }: { debrief: Debrief }) {
  return (
    <CsvExport
      columns={columnsOf(debrief)}
      fileName="debrief"
      collect={() => Promise.resolve(debrief.trades)}
      texts={words}
    />
  );
}
