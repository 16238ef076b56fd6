import { useState } from 'react';
import { Icon } from './icons.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? 'Скрыть пароль' : 'Показать пароль';
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          aria-label={label}
          aria-pressed={isShown}
          title={label}
          onClick={() => setShown(!isShown)}
          className="-mr-2 inline-flex size-8 items-center justify-center rounded text-secondary hover:text-primary pointer-coarse:size-10"
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}
