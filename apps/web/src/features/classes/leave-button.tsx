import { useState } from 'react';
import { useLeaveClass } from '@/api/classes.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { texts } from './texts.ts';

const { leave: words } = texts;

/** Leaves a class after a second step. @param isOver nobody joins it any more, so that there is no way back */
export function LeaveButton({ code, isOver }: { code: string; isOver: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useLeaveClass();
  const close = (): void => setAsking(false);
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setAsking(true)}>
        {words.open}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={words.title}
        footer={
          <>
            <Button variant="ghost" onClick={close}>
              {words.cancel}
            </Button>
            <Button variant="danger" pending={isPending} onClick={() => mutate(code, { onSuccess: close })}>
              {words.confirm}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 text-secondary">
          {(isOver ? words.over : words.running).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {error !== null && (
            <p role="alert" className="text-down">
              {error.message}
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}
