import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { classCode } from '@plecho/contract';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { useGo } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';

const { code: words } = texts;

/** As it is written on a board: in small letters, in groups. */
const codeOf = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '');

const fields = z.strictObject({ code: z.string() });
const resolver = resolverOf(
  fields.check(
    judgedBy(({ code }) => (classCode.safeParse(codeOf(code)).success ? null : { field: 'code', text: words.wrong })),
  ),
);

/** The way to a class: its code leads to its rules, and nothing is joined by it. */
export function CodeForm() {
  const go = useGo();
  const market = useMarketParam();
  const form = useForm<z.infer<typeof fields>>({ defaultValues: { code: '' }, resolver, reValidateMode: 'onSubmit' });
  const open = form.handleSubmit(({ code }) => go(paths.class(codeOf(code), market)));
  return (
    <Panel title={words.title}>
      <form noValidate onSubmit={(event) => void open(event)} className="flex flex-col gap-3">
        <TextField
          label={words.label}
          hint={words.hint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          {...fieldOf(form, 'code')}
        />
        <Button type="submit" variant="primary" className="self-start">
          {words.submit}
        </Button>
      </form>
    </Panel>
  );
}
