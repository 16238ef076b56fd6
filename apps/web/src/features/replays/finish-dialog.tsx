import { plural } from '@/lib/format.ts';
import { useAccount } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Icon } from '@/ui/icons.tsx';
import { texts } from './texts.ts';

const { finish: words } = texts;

interface FinishDialogProps {
  masked: boolean;
  onFinish: () => void;
  onClose: () => void;
}

const counted = (n: number, one: string, few: string, many: string): string => `${n} ${plural(n, one, few, many)}`;

/** Says what the end of a replay does to what is open, before it is ended. */
export function FinishDialog({ masked, onFinish, onClose }: FinishDialogProps) {
  const { positions, orders } = useAccount();
  const consequences = [
    positions.length === 0
      ? words.noPositions
      : words.closes(counted(positions.length, 'позиция', 'позиции', 'позиций')),
    orders.length === 0 ? words.noOrders : words.cancels(counted(orders.length, 'ордер', 'ордера', 'ордеров')),
    words.stays,
    ...(masked ? [words.reveals] : []),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onFinish();
              onClose();
            }}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-secondary">{words.lead}</p>
        <ul className="flex flex-col gap-2">
          {consequences.map((text) => (
            <li key={text} className="flex gap-2.5">
              <Icon name="chevronRight" className="mt-0.5 text-muted" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
