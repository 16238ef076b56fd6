import { useId, useState } from 'react';
import { cx } from '@/lib/class-names.ts';
import { LINE_COLORS } from '../chart-colors.ts';
import { Button, Icon, IconButton, TextField } from '@/ui/index.ts';
import {
  INDICATOR_KINDS,
  INDICATORS,
  isCalculable,
  MOST_INDICATORS,
  newIndicator,
  parameterFault,
  type Indicator,
  type ParameterRule,
} from './catalog.ts';
import { LINE_TEXT } from './line-tone.ts';
import { nameOf } from './name-of.ts';
import { indicatorTexts as texts } from './texts.ts';
import { useIndicators } from './use-indicators.ts';

const written = (value: number): string => String(value).replace('.', ',');
const read = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

function faultText(rule: ParameterRule, text: string): string | null {
  const fault = parameterFault(rule, read(text));
  if (fault === null) return null;
  return fault === 'range' ? texts.range(written(rule.min), written(rule.max)) : texts.decimals(rule.decimals);
}

/** Fields of an indicator's parameters; what is valid applies at once, what isn't says why and waits. */
function Parameters({ indicator, onChange }: { indicator: Indicator; onChange: (next: Indicator) => void }) {
  const rules = INDICATORS[indicator.kind].parameters;
  const [typed, setTyped] = useState<readonly string[]>(indicator.parameters.map(written));
  const faults = rules.map((rule, n) => faultText(rule, typed[n] ?? ''));
  const isCrossed = faults.every((fault) => fault === null) && !isCalculable(indicator.kind, typed.map(read));
  const type = (at: number, text: string): void => {
    const next = typed.map((old, n) => (n === at ? text : old));
    setTyped(next);
    if (isCalculable(indicator.kind, next.map(read))) onChange({ ...indicator, parameters: next.map(read) });
  };
  if (rules.length === 0) return null;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] items-start gap-2">
      {rules.map(({ key }, n) => (
        <TextField
          key={key}
          dense
          numeric
          label={texts.parameter[key]}
          value={typed[n]}
          error={faults[n] ?? (isCrossed && n === 0 ? texts.fastIsSlow : null)}
          onChange={(event) => type(n, event.target.value)}
        />
      ))}
    </div>
  );
}

function Colors({ indicator, onChange }: { indicator: Indicator; onChange: (next: Indicator) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={`${texts.color}: ${nameOf(indicator)}`} className="flex flex-wrap gap-1">
      {LINE_COLORS.map((color, n) => (
        <label
          key={color}
          title={texts.colors[n]}
          className={cx(
            'relative flex size-7 items-center justify-center rounded border has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-10',
            LINE_TEXT[n],
            indicator.color === n ? 'border-primary' : 'border-transparent',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={indicator.color === n}
            aria-label={texts.colors[n]}
            onChange={() => onChange({ ...indicator, color: n })}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          <span aria-hidden="true" className="h-1 w-4 rounded bg-current" />
        </label>
      ))}
    </div>
  );
}

/** Adds, sets, hides and removes the indicators of this device's charts. */
export function IndicatorPanel() {
  const [indicators, setIndicators] = useIndicators();
  const change = (next: Indicator): void =>
    setIndicators(indicators.map((each) => (each.id === next.id ? next : each)));
  const isFull = indicators.length >= MOST_INDICATORS;
  return (
    <div className="flex flex-col gap-5">
      <section aria-label={texts.shown} className="flex flex-col gap-2">
        {indicators.length === 0 ? <p className="text-sm text-muted">{texts.none}</p> : null}
        <ul className="flex flex-col gap-2">
          {indicators.map((indicator) => {
            const name = nameOf(indicator);
            const { hidden } = indicator;
            return (
              <li key={indicator.id} className="flex flex-col gap-2 rounded-md border border-hairline p-2.5">
                <div className="flex items-center gap-1">
                  <span
                    className={cx('mr-auto text-sm font-medium', hidden ? 'text-muted' : LINE_TEXT[indicator.color])}
                  >
                    {name}
                  </span>
                  <IconButton
                    size="sm"
                    label={hidden ? texts.show(name) : texts.hide(name)}
                    onClick={() => change({ ...indicator, hidden: !hidden })}
                  >
                    <Icon name={hidden ? 'eyeOff' : 'eye'} />
                  </IconButton>
                  <IconButton
                    size="sm"
                    label={texts.remove(name)}
                    onClick={() => setIndicators(indicators.filter(({ id }) => id !== indicator.id))}
                  >
                    <Icon name="close" />
                  </IconButton>
                </div>
                <Parameters indicator={indicator} onChange={change} />
                <Colors indicator={indicator} onChange={change} />
              </li>
            );
          })}
        </ul>
      </section>
      <section aria-label={texts.add} className="flex flex-col gap-2">
        <h3 className="text-xs text-secondary">{texts.add}</h3>
        {isFull ? <p className="text-sm text-muted">{texts.most(MOST_INDICATORS)}</p> : null}
        <ul className="flex flex-col divide-y divide-hairline">
          {INDICATOR_KINDS.map((kind) => (
            <li key={kind} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="text-sm font-medium">{texts.name[kind]}</p>
                <p className="text-xs text-muted">{texts.meaning[kind]}</p>
              </div>
              <Button
                size="sm"
                disabled={isFull}
                aria-label={texts.addOne(texts.name[kind])}
                onClick={() => setIndicators([...indicators, newIndicator(kind, indicators)])}
              >
                {texts.add}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
