import type { Debrief, DebriefTrade } from '@plecho/contract';
import type { Persona } from '@plecho/domain';
import type { Column } from '@/lib/csv.ts';
import { marketTime } from '@/lib/market-time.ts';
import { personaName } from '@/lib/persona-words.ts';
import { REASONS, texts } from './texts.ts';

const {
  csv: { columns: titles },
  people: { nobody },
} = texts;

/** Everybody’s trades, by number and persona: two people may have the same one, and others none. */
export function columnsOf({ people, drill }: Pick<Debrief, 'people' | 'drill'>): Column<DebriefTrade>[] {
  const time = marketTime(drill.dayOne);
  const personaOf = ({ person }: DebriefTrade): Persona | null => people[person]?.persona ?? null;
  /** Where dates are hidden, as on the screens. */
  const at = (ms: (trade: DebriefTrade) => number): Pick<Column<DebriefTrade>, 'time' | 'text'> =>
    time.dayOne === null ? { time: ms } : { text: (trade) => time.full(Math.floor(ms(trade) / 1000)) };
  return [
    { code: 'person', title: titles.number, decimal: ({ person }) => person + 1 },
    {
      code: 'persona',
      title: titles.person,
      text: (trade) => {
        const persona = personaOf(trade);
        return persona === null ? null : `${persona.colour} ${persona.animal}`;
      },
      words: (trade) => {
        const persona = personaOf(trade);
        return persona === null ? nobody : personaName(persona);
      },
    },
    { code: 'symbol', title: titles.symbol, text: ({ symbol }) => symbol },
    {
      code: 'side',
      title: titles.side,
      text: ({ type }) => type,
      words: ({ type }) => (type === 'long' ? 'Long' : 'Short'),
    },
    { code: 'leverage', title: titles.leverage, decimal: ({ leverage }) => leverage },
    { code: 'margin', title: titles.margin, decimal: ({ amount }) => amount },
    { code: 'net', title: titles.net, decimal: ({ net }) => net },
    { code: 'entry_price', title: titles.entryPrice, decimal: ({ entryRecord }) => entryRecord.price },
    { code: 'exit_price', title: titles.exitPrice, decimal: ({ exitRecord }) => exitRecord.price },
    { code: 'open_time', title: titles.openTime, ...at(({ entryRecord }) => entryRecord.time) },
    { code: 'close_time', title: titles.closeTime, ...at(({ exitRecord }) => exitRecord.time) },
    { code: 'reason', title: titles.reason, text: ({ reason }) => reason, words: ({ reason }) => REASONS[reason] },
    { code: 'market_label', title: titles.market, text: () => drill.label },
  ];
}
