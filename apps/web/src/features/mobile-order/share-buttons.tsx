import { Button } from '@/ui/button.tsx';
import { texts } from './texts.ts';

const SHARES = [25, 50, 75, 100] as const;

interface ShareButtonsProps {
  onChoose: (percent: number) => void;
  disabled: boolean;
}

/** Fill in a part of what is available. */
export function ShareButtons({ onChoose, disabled }: ShareButtonsProps) {
  return (
    <div role="group" aria-label={texts.shares} className="grid grid-cols-4 gap-2">
      {SHARES.map((percent) => (
        <Button
          key={percent}
          aria-label={texts.shareName(percent)}
          disabled={disabled}
          onClick={() => onChoose(percent)}
          className="px-0 tabular"
        >
          {percent}%
        </Button>
      ))}
    </div>
  );
}
