import { CopyButton } from './copy-button.tsx';

/** Digits that nobody types: broken where the line ends, and copied with a button. @param copy what the button is called */
export function LongText({ name, text, copy }: { name: string; text: string; copy: string }) {
  return (
    <div>
      <p className="text-xs text-secondary">{name}</p>
      <p className="mt-0.5 flex items-start gap-2">
        <span className="min-w-0 flex-1 break-all code">{text}</span>
        <CopyButton text={text} label={copy} iconOnly className="-my-1" />
      </p>
    </div>
  );
}
