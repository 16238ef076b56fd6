import type { ClassInfo } from '@plecho/contract';
import { useJoinClass } from '@/api/classes.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { texts } from './texts.ts';

const { join: words } = texts;

/** What joining means, and the button for it. */
export function JoinPanel({ found: { code, over } }: { found: ClassInfo }) {
  const { mutate, isPending, error } = useJoinClass();
  return (
    <Panel title={words.title}>
      {over ? (
        <p className="text-secondary">{words.over}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <ul className="flex list-disc flex-col gap-1.5 pl-4 text-secondary">
            {words.means.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Button variant="primary" size="lg" pending={isPending} onClick={() => mutate(code)}>
            {words.submit}
          </Button>
          {error !== null && (
            <p role="alert" className="text-down">
              {error.message}
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}
