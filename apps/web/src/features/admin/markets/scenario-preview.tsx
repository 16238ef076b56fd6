import { useState } from 'react';
import type { ScenarioPreviewed } from '@plecho/contract';
import type { Recipe } from '@plecho/domain';
import { useScenarioPreview } from '@/api/scenarios.ts';
import { toPoints } from '@/lib/price-points.ts';
import { useDebounced } from '@/lib/use-debounced.ts';
import { BeforeAfter } from '@/ui/before-after.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Choice, Failure } from '../parts.tsx';
import { marketTexts } from './texts.ts';

const { preview: words } = marketTexts;
/** Each preview is a call of the operator area and has its line in the audit log: not one for every letter. */
const STEADY_MS = 600;
const USUAL = 'BTCUSDT';

function Previewed({ preview }: { preview: ScenarioPreviewed }) {
  const { label, symbol, before, after } = preview;
  return (
    <div className="flex flex-col gap-3">
      {before.length === 0 ? (
        <p className="text-secondary">{words.none}</p>
      ) : (
        <BeforeAfter
          before={toPoints(before)}
          after={toPoints(after)}
          names={{ before: words.before, after: words.after }}
          caption={words.caption(symbol)}
          label={`${words.caption(symbol)}. ${label}`}
          watermark={label}
        />
      )}
      <h3 className="text-xs text-muted">{words.words}</h3>
      <div lang="ru" className="flex flex-col gap-1">
        <p className="font-semibold">{label}</p>
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-secondary marker:text-muted">
          {preview.words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** A recipe on the newest hours of its base, in candles and in the words that people will read. @param recipe null while something is wrong with it */
export function ScenarioPreview({ recipe, symbols }: { recipe: Recipe | null; symbols: readonly string[] }) {
  const [chosen, setChosen] = useState(USUAL);
  const symbol = symbols.includes(chosen) ? chosen : (symbols[0] ?? USUAL);
  const steady = useDebounced(recipe === null ? null : JSON.stringify({ recipe, symbol }), STEADY_MS);
  const { data, error } = useScenarioPreview(steady === null ? null : (JSON.parse(steady) as PreviewAsked));
  return (
    <Panel title={words.title}>
      <div className="flex flex-col gap-3">
        <Choice
          label={words.symbol}
          value={symbol}
          options={symbols.map((each) => [each, each] as const)}
          onChange={(event) => setChosen(event.target.value)}
        />
        {recipe === null && <p className="text-secondary">{words.wrong}</p>}
        {recipe !== null && error !== null && <Failure error={error} fallback={words.failed} />}
        {recipe !== null && error === null && data === undefined && <Skeleton className="h-48" />}
        {recipe !== null && error === null && data !== undefined && <Previewed preview={data} />}
      </div>
    </Panel>
  );
}

interface PreviewAsked {
  recipe: Recipe;
  symbol: string;
}
