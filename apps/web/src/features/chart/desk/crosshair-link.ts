import { INTERVAL_SECONDS } from '@plecho/domain';
import type { UTCTimestamp } from 'lightweight-charts';
import type { ChartController } from '../chart-controller.ts';

/** Shows the moment under the pointer on all charts. @returns what parts them */
export function linkCrosshairs(controllers: readonly ChartController[]): () => void {
  const show = (from: ChartController, time: number | null): void => {
    for (const other of controllers) {
      if (other === from || other.isStopped) continue;
      if (time === null) other.parts.chart.clearCrosshairPosition();
      else showAt(other, time);
    }
  };
  const endings = controllers.map((controller) => controller.onPointer((time) => show(controller, time)));
  return () => {
    for (const end of endings) end();
    for (const controller of controllers) if (!controller.isStopped) controller.parts.chart.clearCrosshairPosition();
  };
}

/** The bar of `time`, seconds, whatever the interval; nothing where the chart has none. */
function showAt({ parts, shift, feed, interval }: ChartController, time: number): void {
  const step = INTERVAL_SECONDS[interval];
  const opened = Math.floor(time / step) * step;
  const bar = feed.state().bars.findLast((candidate) => candidate.time === opened);
  if (bar === undefined) parts.chart.clearCrosshairPosition();
  else parts.chart.setCrosshairPosition(bar.close, (opened + shift) as UTCTimestamp, parts.candles);
}
