import { squeezed } from '@/lib/squeezed.ts';

/** Below this width of its plot, pixels, a chart has less room for words. */
export const NARROW_PLOT = 340;

const SIZES = { small: { className: 'text-xs', px: 12 }, large: { className: 'text-base', px: 15 } };
const NARROW = { className: 'text-[10px]', px: 10 };

interface MarketWatermarkProps {
  /** Of the market, as on every screen. */
  label: string;
  /** Width of the plot, pixels. */
  room: number;
  /** Where its line is in the plot, pixels. */
  y: number;
  size?: keyof typeof SIZES;
}

/** The market's name behind a chart in SVG: no picture of the chart is without it (rule C2). */
export function MarketWatermark({ label, room, y, size = 'small' }: MarketWatermarkProps) {
  const { className, px } = room < NARROW_PLOT ? NARROW : SIZES[size];
  return (
    <text
      x={room / 2}
      y={y}
      textAnchor="middle"
      className={`fill-muted font-semibold ${className}`}
      opacity={0.28}
      {...squeezed(label, px, room)}
    >
      {label}
    </text>
  );
}
