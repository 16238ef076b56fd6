import { useEffect, useState } from 'react';
import { useMarket } from '@/api/queries.ts';
import { useMarketTime } from '@/api/market-time.ts';
import type { Interval } from '@plecho/domain';
import { downloadBlob } from '@/lib/download.ts';
import { useMarketNow } from '@/live/index.ts';
import { Button, EmptyState, toast } from '@/ui/index.ts';
import type { ChartController } from '../chart-controller.ts';
import { useComparedPairs } from '../compare/use-comparison.ts';
import { nameOf } from '../indicators/name-of.ts';
import { useIndicators } from '../indicators/use-indicators.ts';
import { chartTexts } from '../texts.ts';
import { drawPicture, pictureName } from './draw-picture.ts';
import { pictureTexts as texts } from './texts.ts';

interface PicturePanelProps {
  controller: ChartController | null;
  symbol: string;
  interval: Interval;
}

/** Only a secure page may put a picture on the clipboard. */
const canCopy = (): boolean =>
  typeof ClipboardItem !== 'undefined' && (navigator as { clipboard?: Clipboard }).clipboard !== undefined;

/** What else than the pair is in the picture. */
function useDrawnNames(symbol: string): string[] {
  const [indicators] = useIndicators();
  const compared = useComparedPairs(symbol);
  return [...indicators.filter(({ hidden }) => !hidden).map(nameOf), ...compared];
}

/** The picture of the chart as it was when this was opened; null when there is none. */
function usePicture({ controller, symbol, interval }: PicturePanelProps): { blob: Blob; url: string } | null {
  const { label } = useMarket();
  const time = useMarketTime();
  const now = useMarketNow();
  const drawn = useDrawnNames(symbol);
  const [picture, setPicture] = useState<{ blob: Blob; url: string } | null>(null);
  const [facts] = useState({
    ...{ marketLabel: label, symbol, interval: chartTexts.intervalName[interval], drawn },
    time: time.full(Math.floor((now ?? Date.now()) / 1000)),
  });
  useEffect(() => {
    if (controller === null || controller.isStopped) return;
    let isOver = false;
    const canvas = drawPicture(controller, facts);
    canvas.toBlob((blob) => {
      // Shown as data: the Content Security Policy allows no other picture of our own making.
      if (blob !== null && !isOver) setPicture({ blob, url: canvas.toDataURL('image/png') });
    }, 'image/png');
    return () => {
      isOver = true;
    };
  }, [controller, facts]);
  return picture;
}

/** Shows the chart as a picture that can be kept. */
export function PicturePanel(props: PicturePanelProps) {
  const { symbol, interval } = props;
  const picture = usePicture(props);
  if (props.controller === null) return <EmptyState title={texts.unavailable} />;
  const copy = async (blob: Blob): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
      toast.success(texts.copied);
    } catch {
      toast.error(texts.copyFailed);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-40 items-center justify-center rounded-md border border-hairline bg-page p-1">
        {picture === null ? null : (
          <img
            src={picture.url}
            alt={texts.alt(symbol, interval)}
            className="max-h-[50dvh] max-w-full object-contain"
          />
        )}
      </div>
      <p className="text-xs text-muted">{texts.words}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {canCopy() ? (
          <Button disabled={picture === null} onClick={() => void (picture !== null && copy(picture.blob))}>
            {texts.copy}
          </Button>
        ) : null}
        <Button
          variant="primary"
          disabled={picture === null}
          onClick={() => picture !== null && downloadBlob(picture.blob, pictureName(symbol, interval))}
        >
          {texts.download}
        </Button>
      </div>
    </div>
  );
}
