import { useState } from 'react';
import { EmptyState } from '@/ui/empty-state.tsx';
import { FileDrop } from './file-drop.tsx';
import { pageTexts as texts } from './page-texts.ts';
import { ProofView, type MoreChecks } from './proof-view.tsx';
import { readProofFile, type ReadFile } from './read-file.ts';

function NotOpened({ why }: { why: keyof typeof texts.notRead }) {
  return (
    <div role="alert" className="rounded-lg border border-down/60 bg-panel">
      <EmptyState
        title={<span className="text-base font-semibold text-down">{texts.notOpened}</span>}
        hint={<span className="text-sm text-secondary">{texts.notRead[why]}</span>}
      />
    </div>
  );
}

/** Checks a file that somebody has: nothing of it leaves the page, and nothing is asked of the server. */
export function FileCheck({ more }: { more?: MoreChecks }) {
  const [read, setRead] = useState<ReadFile | null>(null);
  const open = async (file: File): Promise<void> => setRead(await readProofFile(file));
  return (
    <div className="flex flex-col gap-5">
      <FileDrop again={read !== null} onFile={(file) => void open(file)} />
      {read !== null && (
        <p className="-mb-3 truncate text-xs text-muted" title={read.name}>
          {texts.file(read.name)}
        </p>
      )}
      <ProofView
        file={read?.status === 'read' ? read.bytes : null}
        before={read !== null && read.status !== 'read' && <NotOpened why={read.status} />}
        more={more}
      />
    </div>
  );
}
