import { useState } from 'react';
import type { Debrief } from '@plecho/contract';
import { formatCount } from '@/lib/format.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Money } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { SegmentedControl } from '@/ui/segmented-control.tsx';
import { DebriefChart } from './debrief-chart.tsx';
import { DebriefExport } from './debrief-export.tsx';
import { EquityChart } from './equity-chart.tsx';
import { byLeverage, tradesOf, medianOf, resultsOf, type PersonResult } from './figures.ts';
import { LeverageResults } from './leverage-results.tsx';
import { People } from './people.tsx';
import { Revelation } from './revelation.tsx';
import { texts } from './texts.ts';

const { facts: words } = texts;

function Outcome({ results }: { results: readonly PersonResult[] }) {
  const all = formatCount(results.length);
  const count = (isCounted: (result: PersonResult) => boolean): string =>
    words.of(formatCount(results.filter(isCounted).length), all);
  return (
    <>
      <Fact name={words.losing}>{count(({ net }) => net < 0n)}</Fact>
      <Fact name={words.liquidated}>{count(({ liquidations }) => liquidations > 0)}</Fact>
      <Fact name={words.median}>
        <Money value={medianOf(results.map(({ net }) => net))} signed />
      </Fact>
      <Fact name={words.best}>
        <Money value={results[0]?.net} signed />
      </Fact>
      <Fact name={words.worst}>
        <Money value={results.at(-1)?.net} signed />
      </Fact>
    </>
  );
}

function Facts({ results, trades }: { results: readonly PersonResult[]; trades: number }) {
  const own = results.find((result) => result.own);
  return (
    <FactList>
      {own !== undefined && (
        <Fact name={words.own} strong>
          <Money value={own.net} signed unit />
        </Fact>
      )}
      <Fact name={words.people}>{formatCount(results.length)}</Fact>
      <Fact name={words.trades}>{formatCount(trades)}</Fact>
      {results.length > 0 && <Outcome results={results} />}
    </FactList>
  );
}

function Charted({ debrief }: { debrief: Debrief }) {
  const { symbols } = debrief.drill;
  const [chosen, setChosen] = useState(symbols[0] ?? '');
  return (
    <Panel title={texts.chart.title} flush>
      {symbols.length > 1 && (
        <div className="overflow-x-auto px-3 pt-3">
          <SegmentedControl
            label={texts.chart.pair}
            value={chosen}
            onChange={setChosen}
            options={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
          />
        </div>
      )}
      <DebriefChart debrief={debrief} symbol={chosen} />
    </Panel>
  );
}

/** What everybody did in a drill, and what came of it. */
export function DebriefView({ debrief }: { debrief: Debrief }) {
  'use memo';
  const trades = tradesOf(debrief);
  const results = resultsOf(debrief, trades);
  const rows = byLeverage(trades);
  return (
    <div className="flex flex-col gap-4">
      <Charted debrief={debrief} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title={texts.curves.title} flush>
          <EquityChart debrief={debrief} results={results} />
        </Panel>
        <div className="flex flex-col gap-4">
          <Panel title={words.title}>
            <Facts results={results} trades={trades.length} />
          </Panel>
          <Revelation debrief={debrief} />
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={texts.leverage.title} flush>
          {rows.length === 0 ? <p className="p-3 text-muted">{texts.noTrades}</p> : <LeverageResults rows={rows} />}
        </Panel>
        <Panel title={texts.people.title} flush>
          <People results={results} />
        </Panel>
      </div>
      <div className="flex justify-end">
        <DebriefExport debrief={debrief} />
      </div>
    </div>
  );
}
