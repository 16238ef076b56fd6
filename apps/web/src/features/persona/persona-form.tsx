import { useForm } from 'react-hook-form';
import { chosenPersona, type ChosenPersona } from '@plecho/contract';
import { ANIMALS, COLOURS } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useChoosePersona } from '@/api/persona.ts';
import { resolverOf, useSubmit, type Refusal } from '@/lib/form.ts';
import { animalWord, colourWord } from '@/lib/persona-words.ts';
import { Button } from '@/ui/button.tsx';
import { PersonaBadge, PersonaDisc } from '@/ui/persona-badge.tsx';
import { FILTER_CONTROL, FilterField } from '@/ui/select-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { texts } from './texts.ts';

const byWord = ANIMALS.toSorted((a, b) => animalWord(a).localeCompare(animalWord(b), 'ru'));
const resolver = resolverOf(chosenPersona);

function refusalOf(error: unknown): Refusal<keyof ChosenPersona> {
  return { field: 'form', text: error instanceof ApiError ? error.message : texts.saveFailed };
}

/** Animal, colour and whether one is listed. @param props.start what is chosen at first */
export function PersonaForm({ start, onDone }: { start: ChosenPersona; onDone?: () => void }) {
  const { mutateAsync, isPending } = useChoosePersona();
  const form = useForm<ChosenPersona>({ defaultValues: start, resolver });
  const chosen = form.watch();
  const save = async (values: ChosenPersona): Promise<void> => {
    await mutateAsync(values);
    form.reset(values);
    toast.success(texts.saved);
    onDone?.();
  };
  const { root } = form.formState.errors;
  return (
    <form noValidate onSubmit={useSubmit(form, save, refusalOf)} className="flex flex-col gap-4">
      <FilterField name={texts.animal}>
        {(id) => (
          <select id={id} className={FILTER_CONTROL} {...form.register('animal')}>
            {byWord.map((animal) => (
              <option key={animal} value={animal}>
                {animalWord(animal)}
              </option>
            ))}
          </select>
        )}
      </FilterField>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-xs text-secondary">{texts.colour}</legend>
        <div className="flex flex-wrap gap-1">
          {COLOURS.map((colour) => (
            <label
              key={colour}
              title={colourWord(colour)}
              className="relative flex size-10 cursor-pointer items-center justify-center rounded-md border border-transparent hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-coarse:size-11"
            >
              <input
                type="radio"
                value={colour}
                aria-label={colourWord(colour)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
                {...form.register('colour')}
              />
              <PersonaDisc persona={{ animal: chosen.animal, colour }} />
            </label>
          ))}
        </div>
      </fieldset>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-secondary">
        {texts.preview}: <PersonaBadge persona={chosen} className="font-medium text-primary" />
      </p>
      <label className="flex items-start gap-2.5">
        <input type="checkbox" className="mt-1 size-4 accent-accent" {...form.register('listed')} />
        <span>
          {texts.listed}
          <span className="block text-xs text-muted">{texts.listedHint}</span>
        </span>
      </label>
      {root?.message !== undefined && (
        <p role="alert" className="text-down">
          {root.message}
        </p>
      )}
      <Button type="submit" variant="primary" pending={isPending} className="self-start">
        {texts.save}
      </Button>
    </form>
  );
}
