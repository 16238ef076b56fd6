import { useState, type SubmitEvent } from 'react';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { compareLine, type Comparison } from './check-log.ts';
import { growthTexts } from './growth-texts.ts';

const { compare: texts } = growthTexts;

type State = Comparison | 'nothing' | 'comparing' | 'unreachable';

/** Whether somebody else has seen the same log. */
export function CompareForm() {
  const [line, setLine] = useState('');
  const [state, setState] = useState<State>('nothing');
  const compare = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setState('comparing');
    setState(await compareLine(line).catch(() => 'unreachable' as const));
  };
  const said = state === 'nothing' || state === 'comparing' ? '' : texts.outcomes[state];
  const isWrong = state === 'different' || state === 'otherInstallation';
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void compare(event)}>
      <TextField
        label={texts.label}
        hint={texts.hint}
        value={line}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setLine(currentTarget.value);
          setState('nothing');
        }}
      />
      <Button
        type="submit"
        size="sm"
        className="self-start"
        disabled={line.trim() === ''}
        pending={state === 'comparing'}
      >
        {texts.submit}
      </Button>
      <p role="status" className={isWrong ? 'text-down' : 'text-primary'}>
        {said}
      </p>
    </form>
  );
}
