import type { PointedMark } from './chart-controller.ts';

/** More are counted, not listed. */
const MOST = 8;

/** What was done at the mark under the pointer. */
export function MarkNote({ mark: { x, y, deeds } }: { mark: PointedMark }) {
  return (
    <ul
      role="tooltip"
      style={{ left: x, top: y }}
      className="pointer-events-none absolute z-20 -translate-x-1/2 -translate-y-[calc(100%+12px)] rounded border border-hairline bg-raised px-2 py-1 text-[11px] whitespace-nowrap text-primary tabular"
    >
      {deeds.slice(0, MOST).map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
      {deeds.length > MOST ? <li className="text-muted">+{deeds.length - MOST}</li> : null}
    </ul>
  );
}
