import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { uploadQuery, type OperatorDatasets } from '@plecho/contract';
import { useUploadDataset } from '@/api/admin-datasets.ts';
import { ApiError } from '@/api/client.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { DatasetReportView } from './dataset-report.tsx';
import { formatAmount, formatBytes } from './format.ts';
import { messageOf } from './parts.tsx';
import { texts } from './texts.ts';

const { upload: words } = texts.datasets;

const isNamedRight = (name: string): boolean => z.safeParse(uploadQuery.shape.name, name).success;

/** What the server says of a file that it does not take. */
const refused = z.object({ reason: z.string() });

function refusalOf(error: Error): string {
  const details = error instanceof ApiError ? refused.safeParse(error.details).data : undefined;
  const message = messageOf(error, words.failed);
  return details === undefined ? message : `${message}: ${details.reason}`;
}

interface ProgressProps {
  file: File;
  sent: number;
  imports: OperatorDatasets['imports'];
}

/** Bytes that left this machine, and rows that the server has read of them. */
function Progress({ file, sent, imports }: ProgressProps) {
  const symbol = file.name.split('-')[0];
  const rows = imports.find((one) => one.symbol === symbol)?.rows;
  return (
    <div className="flex flex-col gap-1.5">
      <progress
        aria-label={words.title}
        value={sent}
        max={file.size}
        className="h-1.5 w-full accent-(--color-accent)"
      />
      <p role="status" className="text-xs text-secondary tabular">
        {words.sent(formatBytes(sent), formatBytes(file.size))}
        {rows !== undefined && ` · ${words.rows(formatAmount(String(rows)))}`}
      </p>
    </div>
  );
}

/** Imports a file of candles and reports what was wrong with it. */
export function UploadPanel({ imports }: { imports: OperatorDatasets['imports'] }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const calledOff = useRef<AbortController | null>(null);
  const upload = useUploadDataset();
  const isWrong = file !== null && !isNamedRight(file.name);
  const choose = (chosen: File | null): void => {
    upload.reset();
    setFile(chosen);
  };
  const send = (): void => {
    if (file === null || isWrong) return;
    const controller = new AbortController();
    calledOff.current = controller;
    setSent(0);
    upload.mutate({ file, onSent: setSent, signal: controller.signal });
  };
  const isCalledOff = upload.error instanceof DOMException;
  return (
    <Panel title={words.title}>
      <div className="flex flex-col gap-3">
        <p className="text-secondary">{words.lead}</p>
        <label htmlFor={id} className="text-xs text-secondary">
          {words.file}
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.gz,.zip"
          disabled={upload.isPending}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
          className="-mt-2 w-full min-w-0 rounded-md border border-control bg-page p-1.5 text-sm file:mr-3 file:rounded file:border-0 file:bg-raised file:px-3 file:py-1.5 file:text-primary"
        />
        {upload.isPending && file !== null && <Progress file={file} sent={sent} imports={imports} />}
        {isWrong && (
          <p role="alert" className="text-xs text-down">
            {words.wrongName}
          </p>
        )}
        {upload.error !== null && (
          <p role="alert" className="break-words text-down">
            {isCalledOff ? words.cancelled : refusalOf(upload.error)}
          </p>
        )}
        <div className="flex gap-2">
          <Button variant="primary" disabled={file === null || isWrong} pending={upload.isPending} onClick={send}>
            {words.submit}
          </Button>
          {upload.isPending && (
            <Button variant="ghost" onClick={() => calledOff.current?.abort()}>
              {words.cancel}
            </Button>
          )}
        </div>
        {upload.data !== undefined && <DatasetReportView report={upload.data} />}
      </div>
    </Panel>
  );
}
