import { SegmentedControl } from '@/ui/index.ts';
import { CHART_SCALES, CHART_STYLES, useChartView } from '../chart-view.ts';
import { useComparedPairs } from '../compare/use-comparison.ts';
import { deskTexts as texts } from './texts.ts';

/** How prices are drawn and how they are spread over the height. @param symbol of the chart that this is opened for */
export function ViewPanel({ symbol }: { symbol: string }) {
  const [view, setView] = useChartView();
  const compared = useComparedPairs(symbol);
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col items-start gap-1.5">
        <h3 className="text-xs text-secondary">{texts.style}</h3>
        <SegmentedControl
          size="md"
          className="flex-wrap"
          label={texts.style}
          value={view.style}
          onChange={(style) => setView({ ...view, style })}
          options={CHART_STYLES.map((style) => ({ value: style, label: texts.styles[style] }))}
        />
        {view.style === 'heikinAshi' ? <p className="text-xs text-muted">{texts.ashi}</p> : null}
      </section>
      <section className="flex flex-col items-start gap-1.5">
        <h3 className="text-xs text-secondary">{texts.scale}</h3>
        <SegmentedControl
          size="md"
          className="flex-wrap"
          label={texts.scale}
          value={compared.length > 0 ? 'percent' : view.scale}
          disabled={compared.length > 0}
          onChange={(scale) => setView({ ...view, scale })}
          options={CHART_SCALES.map((scale) => ({ value: scale, label: texts.scales[scale] }))}
        />
        {compared.length > 0 ? <p className="text-xs text-muted">{texts.comparing}</p> : null}
      </section>
    </div>
  );
}
