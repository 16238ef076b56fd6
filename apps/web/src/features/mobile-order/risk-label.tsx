import { cx } from '@/lib/class-names.ts';
import { Term } from '@/ui/term.tsx';
import { riskOf, type Risk } from './risk.ts';
import { texts } from './texts.ts';

/** Steps lit on the scale of three: the level can be read without its colour. */
const STEPS: Record<Risk, number> = { low: 1, medium: 2, high: 3 };
const COLOURS: Record<Risk, string> = { low: 'text-secondary', medium: 'text-warn', high: 'text-down' };

/** How dangerous the chosen leverage is. */
export function RiskLabel({ leverage }: { leverage: number }) {
  const risk = riskOf(leverage);
  return (
    <p className="flex items-center justify-between gap-3 text-xs">
      <span className="text-secondary">
        <Term explanation={texts.riskTerm}>{texts.risk}</Term>
      </span>
      <span className={cx('inline-flex items-center gap-2 font-medium', COLOURS[risk])}>
        <span aria-hidden="true" className="flex gap-0.5">
          {[1, 2, 3].map((step) => (
            <span
              key={step}
              className={cx('h-1.5 w-4 rounded-full', step <= STEPS[risk] ? 'bg-current' : 'bg-raised')}
            />
          ))}
        </span>
        {texts.riskName[risk]}
      </span>
    </p>
  );
}
