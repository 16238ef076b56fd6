import type { ClassInfo } from '@plecho/contract';
import { ruleSentences } from '@/lib/class-words.ts';
import { formatDateTime, formatMoney, keepUnits } from '@/lib/format.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Icon } from '@/ui/icons.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { texts } from './texts.ts';

const { page: words } = texts;

/** What everybody in the class has agreed to: the same before one joins and afterwards. */
export function RulesPanel({ found: { rules, market } }: { found: ClassInfo }) {
  return (
    <Panel title={words.rules}>
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-1.5">
          {ruleSentences(rules).map((sentence) => (
            <li key={sentence} className="flex gap-2">
              <Icon name="check" className="mt-0.5 shrink-0 text-accent" />
              <span className="min-w-0">{sentence}</span>
            </li>
          ))}
        </ul>
        <FactList>
          <Fact name={words.start}>
            {formatMoney(market.startBalance)} {MONEY_UNIT}
          </Fact>
          <Fact name={words.market}>{keepUnits(market.label)}</Fact>
          {market.endAt !== null && <Fact name={words.ends}>{formatDateTime(market.endAt)}</Fact>}
        </FactList>
        <p className="text-xs text-muted">{words.public}</p>
      </div>
    </Panel>
  );
}
