import { SegmentedControl } from '@/ui/index.ts';
import { LINKS, MOST_CHARTS, useChartLayout, withCount, type ChartCell } from './chart-layout.ts';
import { deskTexts as texts } from './texts.ts';

const COUNTS = Array.from({ length: MOST_CHARTS }, (_, n) => String(n + 1));

/** How many charts stand side by side, and what they have in common. @param shown what they show now */
export function LayoutPanel({ shown }: { shown: readonly ChartCell[] }) {
  const [layout, setLayout] = useChartLayout();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-start gap-1.5">
        <h3 className="text-xs text-secondary">{texts.charts}</h3>
        <SegmentedControl
          size="md"
          label={texts.charts}
          value={String(layout.count)}
          onChange={(count) => setLayout(withCount(layout, Number(count), shown))}
          options={COUNTS.map((count) => ({ value: count, label: count }))}
        />
      </div>
      <fieldset disabled={layout.count === 1} className="flex flex-col gap-1 disabled:opacity-45">
        <legend className="mb-1 text-xs text-secondary">{texts.links}</legend>
        {LINKS.map((link) => (
          <label key={link} className="flex h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="accent-accent"
              checked={layout.links[link]}
              onChange={(event) => setLayout({ ...layout, links: { ...layout.links, [link]: event.target.checked } })}
            />
            {texts.link[link]}
          </label>
        ))}
      </fieldset>
      {layout.count === 1 ? null : <p className="text-xs text-muted">{texts.active}</p>}
    </div>
  );
}
