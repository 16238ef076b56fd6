import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { PriceLines, type PricePoint } from './price-lines.tsx';

const MINUTE_SECONDS = 60;

interface BeforeAfterProps {
  /** One point a minute. */
  before: readonly PricePoint[];
  after: readonly PricePoint[];
  names: { before: string; after: string };
  caption: string;
  /** What it shows, with the name of the market. */
  label: string;
  watermark: string;
}

const PLACES_OF_A_FLOAT = 8;
const shown = (price: number): string => formatPrice(price.toFixed(PLACES_OF_A_FLOAT), 0);

function Key({ name, points, tone }: { name: string; points: readonly PricePoint[]; tone: string }) {
  const last = points.at(-1);
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={cx('h-0.5 w-4 rounded', tone)} />
      {name}
      {last !== undefined && <span className="text-primary tabular">{shown(last.close)}</span>}
    </span>
  );
}

/** What something makes of a price: the price as it is, and what becomes of it, in one drawing. */
export function BeforeAfter({ before, after, names, caption, label, watermark }: BeforeAfterProps) {
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-muted">
        <span>{caption}</span>
        <span className="flex flex-wrap gap-x-4">
          <Key name={names.before} points={before} tone="bg-muted" />
          <Key name={names.after} points={after} tone="bg-accent" />
        </span>
      </figcaption>
      <PriceLines
        lines={[
          { name: names.before, tone: 'muted', points: before },
          { name: names.after, tone: 'accent', points: after },
        ]}
        step={MINUTE_SECONDS}
        label={label}
        watermark={watermark}
        className="h-48 rounded bg-page"
      />
    </figure>
  );
}
