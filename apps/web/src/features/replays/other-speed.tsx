import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { parseSpeed } from './parse-speed.ts';
import { texts } from './texts.ts';

const { speed: words } = texts;

const fields = z.strictObject({ speed: z.string() });
const resolver = resolverOf(
  fields.check(judgedBy(({ speed }) => (parseSpeed(speed) === null ? { field: 'speed', text: words.wrong } : null))),
);

interface OtherSpeedProps {
  speed: number;
  onSpeed: (speed: number) => void;
  onClose: () => void;
}

/** Sets a speed that is not in the menu. */
export function OtherSpeed({ speed, onSpeed, onClose }: OtherSpeedProps) {
  const form = useForm<z.infer<typeof fields>>({
    defaultValues: { speed: String(speed) },
    resolver,
    reValidateMode: 'onSubmit',
  });
  const submit = form.handleSubmit((typed) => {
    onSpeed(parseSpeed(typed.speed) ?? speed);
    onClose();
  });
  return (
    <Dialog open onClose={onClose} title={words.otherTitle} size="sm">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField label={words.field} numeric inputMode="numeric" {...fieldOf(form, 'speed')} />
        <Button type="submit" variant="primary">
          {words.set}
        </Button>
      </form>
    </Dialog>
  );
}
