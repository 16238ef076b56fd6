import { useEffect, useState } from 'react';
import { cx } from '@/lib/class-names.ts';

/** Light modules around the code: readers need four of them to find it. */
const QUIET_ZONE = 4;

interface Drawing {
  text: string;
  /** Modules on a side, quiet zone included. */
  size: number;
  /** Runs of dark modules, one unit high. */
  path: string;
}

/** @returns the dark modules of rows as one SVG path */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x] === true) x += 1;
      path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return path;
}

/** The encoder is fetched when a code is shown for the first time. */
async function draw(text: string): Promise<Drawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { text, size, path: pathOf(data) };
}

interface QrCodeProps {
  text: string;
  /** What it leads to, for those who can't scan it: «QR-код адреса». */
  label: string;
  /** Its size; 11 rem by default. */
  className?: string;
}

/** A QR code, dark on light whatever the theme, so that a camera reads it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let wanted = true;
    draw(text).then(
      (drawn) => {
        if (wanted) setDrawing(drawn);
      },
      // The text itself stands beside the code and can be copied.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  const shown = drawing?.text === text ? drawing : null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${shown?.size ?? 1} ${shown?.size ?? 1}`}
      shapeRendering="crispEdges"
      className={cx('block aspect-square shrink-0 rounded-lg bg-white text-black', className ?? 'size-44')}
    >
      {shown !== null && <path d={shown.path} fill="currentColor" />}
    </svg>
  );
}
