import { useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from '@/lib/class-names.ts';
import { Icon, IconButton } from '@/ui/index.ts';
import type { Bar } from '../candle-book.ts';
import type { ChartController } from '../chart-controller.ts';
import { LEGEND_LINE, LEGEND_TOP } from '../chart-legend.tsx';
import type { Values } from './calculators.ts';
import { INDICATORS, type Indicator } from './catalog.ts';
import { valueFormatter } from './format-value.ts';
import { IndicatorLayer } from './indicator-layer.ts';
import { LINE_TEXT } from './line-tone.ts';
import { nameOf } from './name-of.ts';
import { indicatorTexts as texts } from './texts.ts';
import { useIndicators } from './use-indicators.ts';

interface IndicatorOverlayProps {
  controller: ChartController;
  /** Whose values are told. */
  bar: Bar | null;
  priceDecimals: number;
  /** Opens where indicators are set. */
  onEdit: () => void;
}

/** The layer of one chart, and where its legends stand: the top of each indicator's pane, pixels. */
function useLayer(controller: ChartController, priceDecimals: number, shown: readonly Indicator[]) {
  const [layer, setLayer] = useState<IndicatorLayer | null>(null);
  useEffect(() => {
    const like = controller.feed.state().bars.at(-1)?.close ?? 1;
    const created = new IndicatorLayer(controller, (indicator) => valueFormatter(indicator, priceDecimals, like));
    setLayer(created);
    return () => {
      created.stop();
      setLayer(null);
    };
  }, [controller, priceDecimals]);
  useEffect(() => layer?.set(shown), [layer, shown]);
  useSyncExternalStore(layer?.changed.listen ?? nothing, () => layer?.version ?? 0);
  const tops = useSyncExternalStore(controller.drawn.listen, () =>
    shown.map((indicator) => layer?.topOf(indicator) ?? 0).join(),
  );
  return { layer, tops: tops.split(',').map(Number) };
}

const nothing = () => (): void => undefined;

interface FiguresProps {
  indicator: Indicator;
  values: Values;
  format: (value: number) => string;
}

function Figures({ indicator, values, format }: FiguresProps) {
  return INDICATORS[indicator.kind].plots.map(({ key }, n) => {
    const value = values[n] ?? null;
    return (
      <span key={key} className="text-secondary tabular-nums">
        {texts.plot[key] === '' ? null : <span className="sr-only">{texts.plot[key]} </span>}
        {value === null ? '—' : format(value)}
      </span>
    );
  });
}

/** The indicators of a chart with their values at the crosshair, or at the newest candle. */
export default function IndicatorOverlay({ controller, bar, priceDecimals, onEdit }: IndicatorOverlayProps) {
  'use memo';
  const [indicators, setIndicators] = useIndicators();
  const [shown, setShown] = useState<readonly Indicator[]>([]);
  // The same list as long as nothing in it is hidden or shown.
  const visible = indicators.filter(({ hidden }) => !hidden);
  if (visible.length !== shown.length || visible.some((each, n) => each !== shown[n])) setShown(visible);
  const { layer, tops } = useLayer(controller, priceDecimals, shown);

  let line = 0;
  return (
    <ul aria-label={texts.legend}>
      {indicators.map((indicator) => {
        const name = nameOf(indicator);
        const { hidden } = indicator;
        const pane = hidden ? 0 : (tops[shown.indexOf(indicator)] ?? 0);
        const top = pane === 0 ? LEGEND_TOP + LEGEND_LINE * line++ : pane + 4;
        const values = bar === null || hidden ? null : (layer?.valuesAt(indicator, bar.time) ?? null);
        const set = (hide: boolean): void =>
          setIndicators(indicators.map((each) => (each === indicator ? { ...each, hidden: hide } : each)));
        return (
          <li
            key={indicator.id}
            style={{ top }}
            className="group pointer-events-none absolute left-2 z-10 flex h-6 max-w-[calc(100%-5.5rem)] flex-wrap content-start items-center gap-x-1.5 overflow-hidden rounded-sm bg-panel/70 pr-1 text-[11px] whitespace-nowrap"
          >
            <button
              type="button"
              onClick={onEdit}
              title={texts.edit(name)}
              className={cx(
                'pointer-events-auto h-6 min-w-6 rounded-sm text-left font-medium hover:underline',
                hidden ? 'text-muted line-through' : LINE_TEXT[indicator.color],
              )}
            >
              {name}
              {hidden ? <span className="sr-only">, {texts.hidden}</span> : null}
            </button>
            {values === null ? null : (
              <Figures
                indicator={indicator}
                values={values}
                format={valueFormatter(indicator, priceDecimals, bar?.close ?? 1)}
              />
            )}
            {/* A finger finds the same behind the name. */}
            <span className="pointer-events-auto flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
              <IconButton
                size="sm"
                className="size-6"
                label={hidden ? texts.show(name) : texts.hide(name)}
                onClick={() => set(!hidden)}
              >
                <Icon name={hidden ? 'eyeOff' : 'eye'} className="size-3" />
              </IconButton>
              <IconButton
                size="sm"
                className="size-6"
                label={texts.remove(name)}
                onClick={() => setIndicators(indicators.filter((each) => each !== indicator))}
              >
                <Icon name="close" className="size-3" />
              </IconButton>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
