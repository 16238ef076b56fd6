import type { GuessList } from '@plecho/contract';
import { texts } from './texts.ts';

const [WIDTH, HEIGHT] = [600, 140];
const WHOLE = 10_000;
/** Eight of ten. */
const ENOUGH = 8_000;

type Point = GuessList['curve'][number];

const yOf = (basisPoints: number): number => HEIGHT - (basisPoints / WHOLE) * HEIGHT;

function lineOf(points: readonly Point[], value: (point: Point) => number): string {
  const step = points.length > 1 ? WIDTH / (points.length - 1) : 0;
  const line = points.map((point, n) => `${(n * step).toFixed(1)},${yOf(value(point)).toFixed(1)}`);
  // One point is a line of its own height.
  return points.length === 1 ? `${line[0]} ${WIDTH},${line[0]?.split(',')[1]}` : line.join(' ');
}

/** How good the last ten guesses were, after each guess. */
export function GuessCurve({ points }: { points: readonly Point[] }) {
  const last = points.at(-1);
  if (last === undefined) return null;
  const lines = { fill: 'none', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-secondary">
        <span>{texts.curve}:</span>
        <span className="text-accent">━ {texts.curveClose}</span>
        <span className="text-warn">┅ {texts.curveError}</span>
        <span className="text-muted">· {texts.enough}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={texts.curveName(last.within, last.meanError)}
        viewBox={`-2 -4 ${WIDTH + 4} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        className="h-36 w-full"
      >
        {[0, WHOLE].map((level) => (
          <line key={level} x1={0} x2={WIDTH} y1={yOf(level)} y2={yOf(level)} className="stroke-hairline" />
        ))}
        <line
          x1={0}
          x2={WIDTH}
          y1={yOf(ENOUGH)}
          y2={yOf(ENOUGH)}
          className="stroke-muted"
          strokeDasharray="2 6"
          vectorEffect="non-scaling-stroke"
        />
        <polyline {...lines} points={lineOf(points, ({ within }) => within)} className="stroke-accent" />
        <polyline
          {...lines}
          points={lineOf(points, ({ meanError }) => meanError)}
          className="stroke-warn"
          strokeDasharray="6 4"
        />
      </svg>
    </figure>
  );
}
