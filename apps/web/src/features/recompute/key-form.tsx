import { useState, type SubmitEvent } from 'react';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { texts } from './texts.ts';

const KEY = /^[0-9a-f]{64}$/i;

interface KeyFormProps {
  /** In words, for the hint. */
  day: string;
  /** What is wrong with the key that was given before. */
  error: string | null;
  onKey: (key: string) => void;
}

/** Takes the published key of a day from whoever has it. */
export function KeyForm({ day, error, onKey }: KeyFormProps) {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const key = text.trim().toLowerCase();
    setRefused(!KEY.test(key));
    if (KEY.test(key)) onKey(key);
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-xl flex-col gap-2">
      <TextField
        label={texts.field}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={isRefused ? texts.notHex : error}
        hint={texts.fieldHint(day)}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" className="self-start">
        {texts.run}
      </Button>
    </form>
  );
}
