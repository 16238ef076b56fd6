import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Dataset } from '@plecho/contract';
import { TextField, type TextFieldProps } from '@/ui/text-field.tsx';
import { fromUtcField } from './format.ts';
import { Choice } from './parts.tsx';
import { texts } from './texts.ts';

const { recording: words } = texts;

/** @returns what is wrong with a place in a recording; null when it is inside */
export function placeRefusal(recording: Dataset | undefined, from: string): string | null {
  const place = fromUtcField(from);
  if (place === null) return words.noTime;
  return recording === undefined || place < recording.from || place >= recording.to ? words.outside : null;
}

interface RecordingFieldsProps {
  datasets: readonly Dataset[];
  /** The pairs of the one that is chosen. */
  pairs: readonly string[];
  dataset: UseFormRegisterReturn;
  symbols: UseFormRegisterReturn;
  from: Omit<TextFieldProps, 'label'>;
}

/** Which recording is played, which of its pairs, and from where. */
export function RecordingFields({ datasets, pairs, dataset, symbols, from }: RecordingFieldsProps): ReactNode {
  return (
    <>
      <Choice label={words.dataset} options={datasets.map(({ id, title }) => [id, title] as const)} {...dataset} />
      {pairs.length > 1 && (
        <fieldset>
          <legend className="pb-1.5 text-xs text-secondary">{words.pairs}</legend>
          <div className="flex max-h-32 flex-wrap gap-x-4 gap-y-1.5 overflow-y-auto">
            {pairs.map((symbol) => (
              <label key={symbol} className="inline-flex min-h-8 items-center gap-2">
                <input type="checkbox" value={symbol} {...symbols} />
                {symbol}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <TextField label={words.from} type="datetime-local" {...from} />
    </>
  );
}
