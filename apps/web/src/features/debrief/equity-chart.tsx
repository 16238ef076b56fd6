import { useRef } from 'react';
import type { Debrief } from '@plecho/contract';
import { parseUsdt } from '@plecho/domain';
import { formatMoney } from '@/lib/format.ts';
import { useElementWidth } from '@/lib/use-element-width.ts';
import type { PersonResult } from './figures.ts';
import { texts } from './texts.ts';

const { curves: words } = texts;
const HEIGHT = 240;
const TOP = 14;
const BOTTOM = 14;
const FIGURES = 76;

const colourOf = ({ persona, own }: PersonResult): string => {
  if (own) return 'var(--color-accent)';
  return persona === null ? 'var(--color-muted)' : `var(--color-persona-${persona.colour})`;
};

/** What everybody had after each close, in steps; one’s own in front. */
export function EquityChart({ debrief, results }: { debrief: Debrief; results: readonly PersonResult[] }) {
  'use memo';
  const { drill, startBalance } = debrief;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const start = Number(parseUsdt(startBalance) ?? 0n);
  const balances = results.flatMap(({ curve }) => curve.map(({ balance }) => Number(balance)));
  const low = Math.min(start, ...balances);
  const high = Math.max(start, ...balances);
  const span = high === low ? 1 : high - low;
  const right = Math.max(1, width - FIGURES);
  const from = drill.startAt * 1000;
  const until = Math.max(from + 1, drill.playhead);
  const x = (at: number): number => ((Math.min(at, until) - from) / (until - from)) * right;
  const y = (balance: number): number => TOP + ((high - balance) / span) * (HEIGHT - TOP - BOTTOM);
  const lineOf = ({ curve }: PersonResult): string =>
    curve.reduce(
      (line, { at, balance }) => `${line} H${x(at).toFixed(1)} V${y(Number(balance)).toFixed(1)}`,
      `M0 ${y(start)}`,
    ) + ` H${right}`;
  const drawn = [...results.filter(({ own }) => !own), ...results.filter(({ own }) => own)];
  const figures = [...new Set([high, start, low])];
  return (
    <div className="flex flex-col gap-2 p-3">
      <div ref={frame} style={{ minHeight: HEIGHT }} className="min-w-0">
        {width > 0 && (
          <svg role="img" aria-label={words.described(results.length)} width={width} height={HEIGHT} className="block">
            <line x1={0} x2={right} y1={y(start)} y2={y(start)} className="stroke-control" strokeDasharray="4 4" />
            {drawn.map((result) => (
              <path
                key={result.person}
                d={lineOf(result)}
                fill="none"
                stroke={colourOf(result)}
                strokeWidth={result.own ? 3 : 1.25}
                opacity={result.own ? 1 : 0.6}
              />
            ))}
            {figures.map((balance) => (
              <text
                key={balance}
                x={right + 6}
                y={y(balance)}
                dominantBaseline="central"
                className="fill-muted text-[11px] tabular"
              >
                {formatMoney(BigInt(balance))}
              </text>
            ))}
          </svg>
        )}
      </div>
      <p className="text-xs text-muted">
        {words.hint}
        {results.some(({ own }) => own) && ` ${words.thick}`}
      </p>
    </div>
  );
}
